import type { ObjectMeta } from '../../../meta/object-meta.js'
import type { Conversion } from '../../../registry/kind.js'
import type * as v1 from './apps-v1/schema.js'
import type * as v1beta1 from './extensions-v1beta1/schema.js'

/** Where `apps/v1`, which has no member for it, shows how many templates a daemon set has had. */
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation'
/** Where the stored version, which has no member for it, keeps how many pods more than one a node may run. */
const MAX_SURGE = 'binnacle.dev/daemonset.max-surge'

/** `apps/v1` from and to `extensions/v1beta1`, which is stored. */
export const appsV1Conversion: Conversion<v1.DaemonSet, v1beta1.DaemonSet> = {
  fromStored({ metadata, spec, status, ...type }) {
    const { selector, template, minReadySeconds, revisionHistoryLimit, templateGeneration } = spec
    const surge = readSurge(metadata.annotations?.[MAX_SURGE])
    return {
      ...type,
      metadata: withAnnotations(metadata, {
        [TEMPLATE_GENERATION]: templateGeneration === undefined ? undefined : String(templateGeneration),
        [MAX_SURGE]: undefined,
      }),
      spec: {
        selector: selector ?? null,
        template,
        updateStrategy: {
          type: spec.updateStrategy.type,
          rollingUpdate: spec.updateStrategy.rollingUpdate && {
            maxUnavailable: spec.updateStrategy.rollingUpdate.maxUnavailable,
            maxSurge: surge,
          },
        },
        minReadySeconds,
        revisionHistoryLimit,
      },
      status,
    }
  },

  toStored({ metadata, spec, status, ...type }) {
    const { selector, template, minReadySeconds, revisionHistoryLimit } = spec
    const { type: strategy, rollingUpdate } = spec.updateStrategy
    const surge = rollingUpdate?.maxSurge ?? 0
    return {
      ...type,
      metadata: withAnnotations(metadata, {
        [TEMPLATE_GENERATION]: undefined,
        [MAX_SURGE]: surge === 0 ? undefined : JSON.stringify(surge),
      }),
      spec: {
        selector: selector ?? undefined,
        template,
        updateStrategy: {
          type: strategy,
          rollingUpdate: rollingUpdate && { maxUnavailable: rollingUpdate.maxUnavailable },
        },
        minReadySeconds,
        templateGeneration: readGeneration(metadata.annotations?.[TEMPLATE_GENERATION]),
        revisionHistoryLimit,
      },
      status,
    }
  },
}

/** A count or a share; what is anything else was not written by a conversion, and counts as none. */
function readSurge(text: string | undefined): number | string {
  if (text === undefined) return 0
  return /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : /^"[0-9]{1,3}%"$/.test(text) ? text.slice(1, -1) : 0
}

function readGeneration(text: string | undefined): number | undefined {
  const generation = Number(text ?? '')
  return text !== undefined && Number.isSafeInteger(generation) && generation >= 0 ? generation : undefined
}

/** The same metadata with other values of some annotations; an undefined one is taken away. */
function withAnnotations(metadata: ObjectMeta, changes: Record<string, string | undefined>): ObjectMeta {
  const annotations = { ...metadata.annotations }
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) delete annotations[key]
    else annotations[key] = value
  }
  return { ...metadata, annotations: Object.keys(annotations).length === 0 ? undefined : annotations }
}
