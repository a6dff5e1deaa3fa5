import {
  amountIn,
  mustBeCountOrPercent,
  mustNotDecrease,
  mustNotExceedAll,
  mustNotExceedReplicas,
  validateReadyAndAvailable,
} from '#kinds/shared/workload/counts.js'
import {
  CURRENT_MESSAGES,
  LEGACY_MESSAGES,
  validateReplicatedPods,
  type WorkloadMessages,
} from '#kinds/shared/workload/rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import { validateAnnotations } from '#meta/label-rules.js'
import type { ApiObject } from '#meta/object-meta.js'
import type * as v1 from './apps-v1/schema.js'
import { ROLLBACK_TO } from './conversion.js'
import type * as v1beta1 from './extensions-v1beta1/schema.js'
import type {
  DeploymentRollback,
  DeploymentStatus,
  DeploymentStrategy,
  RollingUpdateDeployment,
} from './extensions-v1beta1/schema.js'

export function validateDeployment({ metadata, spec }: Readonly<v1.Deployment>, errors: FieldErrors): void {
  errors.field('spec', spec, validateRollout, CURRENT_MESSAGES)
  const revision = metadata.annotations?.[ROLLBACK_TO]
  if (revision !== undefined) mustNotBeNegative(ROLLBACK_PATH, Number(revision), errors)
  errors.field('spec', spec, validateDeadline, CURRENT_MESSAGES)
}

/** Kubernetes names the field of its internal version, `spec.rollback.version`. */
const ROLLBACK_PATH = `metadata.annotations[${ROLLBACK_TO}]`

export function validateLegacyDeployment({ spec }: Readonly<v1beta1.Deployment>, errors: FieldErrors): void {
  errors.field('spec', spec, validateRollout, LEGACY_MESSAGES)
  mustNotBeNegative('spec.rollbackTo.revision', spec.rollbackTo?.revision, errors)
  errors.field('spec', spec, validateDeadline, LEGACY_MESSAGES)
}

function validateRollout(
  spec: v1.DeploymentSpec | v1beta1.DeploymentSpec,
  errors: FieldErrors,
  words: WorkloadMessages,
): void {
  mustNotBeNegative('replicas', spec.replicas, errors)
  validateReplicatedPods(spec, words, errors)
  errors.field('strategy', spec.strategy, validateStrategy)
  mustNotBeNegative('minReadySeconds', spec.minReadySeconds, errors)
  mustNotBeNegative('revisionHistoryLimit', spec.revisionHistoryLimit, errors)
}

const STRATEGIES = ['Recreate', 'RollingUpdate']

function validateStrategy(strategy: DeploymentStrategy, errors: FieldErrors): void {
  const { type, rollingUpdate } = strategy
  if (type === 'RollingUpdate') {
    if (rollingUpdate === undefined) {
      errors.required('rollingUpdate', 'this should be defaulted and never be nil')
    }
    errors.field('rollingUpdate', rollingUpdate, validateRollingUpdate)
  } else if (type === 'Recreate') {
    if (rollingUpdate !== undefined) {
      errors.forbidden('rollingUpdate', "may not be specified when strategy `type` is 'Recreate'")
    }
  } else {
    // Kubernetes quotes the whole strategy.
    errors.notSupported('', strategy, STRATEGIES)
  }
}

function validateRollingUpdate(
  { maxUnavailable, maxSurge }: RollingUpdateDeployment,
  errors: FieldErrors,
): void {
  mustBeCountOrPercent('maxUnavailable', maxUnavailable, errors)
  mustBeCountOrPercent('maxSurge', maxSurge, errors)
  // With neither a surplus nor a missing pod, no pod could ever be replaced.
  if (amountIn(maxUnavailable) === 0 && amountIn(maxSurge) === 0) {
    errors.invalid('maxUnavailable', maxUnavailable, 'may not be 0 when `maxSurge` is 0')
  }
  mustNotExceedAll('maxUnavailable', maxUnavailable, errors)
}

interface Paced {
  readonly minReadySeconds?: number | undefined
  readonly progressDeadlineSeconds?: number | undefined
}

/** A rollout would always fail if its deadline came before its first pod counts as available. */
function validateDeadline(
  { minReadySeconds = 0, progressDeadlineSeconds: deadline }: Paced,
  errors: FieldErrors,
  words: WorkloadMessages,
): void {
  mustNotBeNegative('progressDeadlineSeconds', deadline, errors)
  if (deadline === undefined || deadline > minReadySeconds) return
  errors.invalid('progressDeadlineSeconds', deadline, words.earlyDeadline)
}

export function validateDeploymentRollback(
  { name, updatedAnnotations, rollbackTo }: Readonly<DeploymentRollback>,
  errors: FieldErrors,
): void {
  if (name === '') errors.required('name', 'name is required')
  validateAnnotations('updatedAnnotations', updatedAnnotations, errors)
  mustNotBeNegative('rollbackTo.revision', rollbackTo.revision, errors)
}

/** A deployment in any version: its status is the same in all of them. */
interface Reported extends ApiObject {
  status: DeploymentStatus
}

/** The rules on a status update. */
export function validateDeploymentStatus(
  { status }: Readonly<Reported>,
  current: Readonly<Reported>,
  errors: FieldErrors,
): void {
  errors.field('status', status, validateStatus, current.status)
}

const COUNTS = [
  'observedGeneration',
  'replicas',
  'updatedReplicas',
  'readyReplicas',
  'availableReplicas',
  'unavailableReplicas',
  'terminatingReplicas',
  'collisionCount',
] as const

function validateStatus(status: DeploymentStatus, errors: FieldErrors, before: DeploymentStatus): void {
  for (const field of COUNTS) mustNotBeNegative(field, status[field], errors)
  mustNotExceedReplicas('updatedReplicas', status.updatedReplicas, status, errors)
  validateReadyAndAvailable(status, errors)
  mustNotDecrease('collisionCount', status.collisionCount, before.collisionCount, errors)
}
