import { hasSelector } from '#kinds/shared/has-selector.js'
import { withAnnotations } from '#kinds/shared/metadata.js'
import type { Conversion } from '#registry/kind.js'
import type * as v1 from './apps-v1/schema.js'
import type * as v1beta1 from './extensions-v1beta1/schema.js'

/** The annotation in which `apps/v1`, which has no field for it, shows the revision to roll back to. */
const ROLLBACK_TO = 'deprecated.deployment.rollback.to'

/** What an object to be rolled back has in one of the versions. */
const ROLLBACKS = [Buffer.from('rollbackTo"'), Buffer.from(ROLLBACK_TO)]

/** `apps/v1` from and to `extensions/v1beta1`, which is stored. */
export const appsV1Conversion: Conversion<v1.Deployment, v1beta1.Deployment> = {
  fromStored({ metadata, spec, status, ...type }) {
    const { rollbackTo } = spec
    return {
      ...type,
      metadata:
        rollbackTo === undefined
          ? metadata
          : withAnnotations(metadata, { [ROLLBACK_TO]: String(rollbackTo.revision ?? 0) }),
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
    const rollbackTo = readRollback(metadata.annotations?.[ROLLBACK_TO])
    return {
      ...type,
      metadata: rollbackTo === undefined ? metadata : withAnnotations(metadata, { [ROLLBACK_TO]: undefined }),
      spec: {
        replicas: spec.replicas,
        selector: spec.selector ?? undefined,
        template: spec.template,
        strategy: spec.strategy,
        minReadySeconds: spec.minReadySeconds,
        revisionHistoryLimit: spec.revisionHistoryLimit,
        paused: spec.paused,
        rollbackTo,
        progressDeadlineSeconds: spec.progressDeadlineSeconds,
      },
      status,
    }
  },

  isSameJson: (stored) => !ROLLBACKS.some((name) => stored.includes(name)) && hasSelector(stored),
}

/** An annotation that no conversion wrote is kept as an ordinary annotation. */
function readRollback(text: string | undefined): v1beta1.RollbackConfig | undefined {
  const revision = Number(text)
  if (!Number.isSafeInteger(revision) || revision < 0 || String(revision) !== text) return undefined
  return { revision: revision || undefined }
}
