import { withAnnotations } from '#kinds/shared/metadata.js'
import type { Conversion } from '#registry/kind.js'
import type * as v1 from './apps-v1/schema.js'
import type * as v1beta1 from './extensions-v1beta1/schema.js'
import { MAX_SURGE, maxSurgeIn } from './max-surge.js'

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

function readGeneration(text: string | undefined): number | undefined {
  const generation = Number(text ?? '')
  return text !== undefined && Number.isSafeInteger(generation) && generation >= 0 ? generation : undefined
}
