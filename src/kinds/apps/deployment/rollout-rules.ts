import { amountIn, mustBeCountOrPercent, mustNotExceedAll } from '#kinds/shared/workload/counts.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { DeploymentStrategy, RollingUpdateDeployment } from './extensions-v1beta1/schema.js'

/** What all versions demand of the way in which a deployment exchanges its pods. */

const STRATEGIES = ['Recreate', 'RollingUpdate']

export function validateStrategy(strategy: DeploymentStrategy, errors: FieldErrors): void {
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

interface Paced {
  readonly minReadySeconds?: number | undefined
  readonly progressDeadlineSeconds?: number | undefined
}

/** A rollout whose deadline came before its first pod counts as available would always fail. */
export function mustOutlastReadiness(
  { minReadySeconds = 0, progressDeadlineSeconds }: Paced,
  rejection: string,
  errors: FieldErrors,
): void {
  if (progressDeadlineSeconds === undefined || progressDeadlineSeconds > minReadySeconds) return
  errors.invalid('progressDeadlineSeconds', progressDeadlineSeconds, rejection)
}
