import { annotatedInteger } from '#kinds/apps/annotated-integer.js'
import { hasSelector } from '#kinds/shared/has-selector.js'
import { withAnnotations } from '#kinds/shared/metadata.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import type { Conversion } from '#registry/kind.js'
import { excerpt } from '#util/excerpt.js'
import type * as v1 from './apps-v1/schema.js'
import type * as v1beta1 from './extensions-v1beta1/schema.js'

/** The annotation in which `apps/v1`, which has no field for it, shows the revision to roll back to. */
export const ROLLBACK_TO = 'deprecated.deployment.rollback.to'

/** What an object to be rolled back has in one of the versions. */
const ROLLBACKS = [Buffer.from('rollbackTo"'), Buffer.from(ROLLBACK_TO)]

/** `apps/v1` from and to `extensions/v1beta1`, which is stored. */
export const appsV1Conversion: Conversion<v1.Deployment, v1beta1.Deployment> = {
  fromStored({ metadata, spec, status, ...type }) {
    const { rollbackTo } = spec
    return {
      ...type,
      metadata: withRollback(metadata, rollbackTo && String(rollbackTo.revision ?? 0)),
      spec: {
        replicas: spec.replicas,
        selector: spec.selector ?? null,
        template: spec.template,
        strategy: spec.strategy,
        minReadySeconds: spec.minReadySeconds,
        revisionHistoryLimit: spec.revisionHistoryLimit,
        paused: spec.paused,
        progressDeadlineSeconds: spec.progressDeadlineSeconds,
      },
      status,
    }
  },

  toStored({ metadata, spec, status, ...type }) {
    return {
      ...type,
      metadata: withRollback(metadata, undefined),
      spec: {
        replicas: spec.replicas,
        selector: spec.selector ?? undefined,
        template: spec.template,
        strategy: spec.strategy,
        minReadySeconds: spec.minReadySeconds,
        revisionHistoryLimit: spec.revisionHistoryLimit,
        paused: spec.paused,
        rollbackTo: readRollback(metadata.annotations?.[ROLLBACK_TO]),
        progressDeadlineSeconds: spec.progressDeadlineSeconds,
      },
      status,
    }
  },

  isSameJson: (stored) => !ROLLBACKS.some((name) => stored.includes(name)) && hasSelector(stored),
}

/** Most objects have no rollback and keep their metadata as it is. */
const withRollback = (metadata: ObjectMeta, revision: string | undefined) =>
  metadata.annotations?.[ROLLBACK_TO] === revision
    ? metadata
    : withAnnotations(metadata, { [ROLLBACK_TO]: revision })

/** An empty annotation is no rollback. */
function readRollback(text: string | undefined): v1beta1.RollbackConfig | undefined {
  if (!text) return undefined
  const what = `failed to parse annotation[${ROLLBACK_TO}]=${excerpt(text)} as int64: `
  return { revision: annotatedInteger(text, 'Deployment', what) || undefined }
}
