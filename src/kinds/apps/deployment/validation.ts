import type { FieldErrors } from '../../../meta/field-errors.js'
import { mustNotBeNegative } from '../../../meta/field-rules.js'
import { validateAnnotations } from '../../../meta/label-rules.js'
import { amountIn, mustBeCountOrPercent, mustNotExceedAll } from '../../shared/count-or-percent-rules.js'
import {
  mustNotDecrease,
  mustNotExceedReplicas,
  validateReadyAndAvailable,
} from '../../shared/replica-count-rules.js'
import { validateReplicatedPods } from '../../shared/workload-rules.js'
import type {
  Deployment,
  DeploymentRollback,
  DeploymentSpec,
  DeploymentStatus,
  DeploymentStrategy,
  RollingUpdateDeployment,
} from './schema.js'

export function validateDeployment({ spec }: Readonly<Deployment>, errors: FieldErrors): void {
  errors.member('spec', spec, validateSpec)
}

function validateSpec(spec: DeploymentSpec, errors: FieldErrors): void {
  const { minReadySeconds, progressDeadlineSeconds } = spec
  mustNotBeNegative('replicas', spec.replicas, errors)
  validateReplicatedPods(spec, errors)
  errors.member('strategy', spec.strategy, validateStrategy)
  mustNotBeNegative('minReadySeconds', minReadySeconds, errors)
  mustNotBeNegative('revisionHistoryLimit', spec.revisionHistoryLimit, errors)
  mustNotBeNegative('rollbackTo.revision', spec.rollbackTo?.revision, errors)
  mustNotBeNegative('progressDeadlineSeconds', progressDeadlineSeconds, errors)
  if (progressDeadlineSeconds !== undefined && progressDeadlineSeconds <= (minReadySeconds ?? 0)) {
    errors.invalid(
      'progressDeadlineSeconds',
      progressDeadlineSeconds,
      'must be greater than minReadySeconds.',
    )
  }
}

const STRATEGIES = ['Recreate', 'RollingUpdate']

function validateStrategy(strategy: DeploymentStrategy, errors: FieldErrors): void {
  const { type, rollingUpdate } = strategy
  if (type === 'RollingUpdate') {
    if (rollingUpdate === undefined) {
      errors.required('rollingUpdate', 'this should be defaulted and never be nil')
    }
    errors.member('rollingUpdate', rollingUpdate, validateRollingUpdate)
  } else if (type === 'Recreate') {
    if (rollingUpdate !== undefined) {
      errors.forbidden('rollingUpdate', "may not be specified when strategy `type` is 'Recreate'")
    }
  } else {
    // The recorded answers quote the whole strategy.
    errors.notSupported('', strategy, STRATEGIES)
  }
}

function validateRollingUpdate(
  { maxUnavailable, maxSurge }: RollingUpdateDeployment,
  errors: FieldErrors,
): void {
  mustBeCountOrPercent('maxUnavailable', maxUnavailable, errors)
  mustBeCountOrPercent('maxSurge', maxSurge, errors)
  // With no pod too many and none too few, none could ever be replaced.
  if (amountIn(maxUnavailable) === 0 && amountIn(maxSurge) === 0) {
    errors.invalid('maxUnavailable', maxUnavailable, 'may not be 0 when `maxSurge` is 0')
  }
  mustNotExceedAll('maxUnavailable', maxUnavailable, errors)
}

/** What a controller may report. */
export function validateDeploymentStatus(
  { status }: Readonly<Deployment>,
  current: Readonly<Deployment>,
  errors: FieldErrors,
): void {
  errors.member('status', status, validateStatus, current.status)
}

const COUNTS = [
  'observedGeneration',
  'replicas',
  'updatedReplicas',
  'readyReplicas',
  'availableReplicas',
  'unavailableReplicas',
  'collisionCount',
] as const

function validateStatus(status: DeploymentStatus, errors: FieldErrors, before: DeploymentStatus): void {
  for (const field of COUNTS) mustNotBeNegative(field, status[field], errors)
  mustNotExceedReplicas('updatedReplicas', status.updatedReplicas, status, errors)
  validateReadyAndAvailable(status, errors)
  mustNotDecrease('collisionCount', status.collisionCount, before.collisionCount, errors)
}

export function validateDeploymentRollback(
  { name, updatedAnnotations, rollbackTo }: Readonly<DeploymentRollback>,
  errors: FieldErrors,
): void {
  if (name === '') errors.required('name', 'name is required')
  validateAnnotations('updatedAnnotations', updatedAnnotations, errors)
  mustNotBeNegative('rollbackTo.revision', rollbackTo.revision, errors)
}
