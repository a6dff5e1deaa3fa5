import { annotatedInteger } from '#kinds/apps/annotated-integer.js'
import { withAnnotations } from '#kinds/shared/metadata.js'
import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'
import type { Conversion } from '#registry/kind.js'
import type * as v1 from './apps-v1/schema.js'
import type * as v1beta1 from './extensions-v1beta1/schema.js'

/** The annotation that keeps `maxSurge` as JSON: the stored version has no field for it. */
export const MAX_SURGE = 'binnacle.dev/daemonset.max-surge'

/** A count or a percentage. Any other value was not written by a conversion and counts as 0. */
export function maxSurgeIn({ annotations }: ObjectMeta): number | string {
  const text = annotations?.[MAX_SURGE]
  if (text === undefined) return 0
  try {
    const surge: unknown = JSON.parse(text)
    return typeof surge === 'string' || isInt32(surge) ? surge : 0
  } catch {
    return 0
  }
}

const isInt32 = (value: unknown): value is number => typeof value === 'number' && (value | 0) === value

/** A status update may change annotations, but not the spec field that is kept in one. */
export function keepMaxSurge(object: ApiObject, { metadata: current }: Readonly<ApiObject>): void {
  const kept = current.annotations?.[MAX_SURGE]
  if (object.metadata.annotations?.[MAX_SURGE] === kept) return
  object.metadata = withAnnotations(object.metadata, { [MAX_SURGE]: kept })
}

/** The annotation in which `apps/v1`, which has no field for it, shows the template generation. */
const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation'

/** `apps/v1` from and to `extensions/v1beta1`, which is stored. */
export const appsV1Conversion: Conversion<v1.DaemonSet, v1beta1.DaemonSet> = {
  fromStored({ metadata, spec, status, ...type }) {
    const { selector, template, minReadySeconds, revisionHistoryLimit, templateGeneration } = spec
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
            maxSurge: maxSurgeIn(metadata),
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

const readGeneration = (text: string | undefined) =>
  text === undefined ? undefined : annotatedInteger(text, 'DaemonSet')
