import { validateUpdateStrategyType } from '#kinds/apps/daemonset/validation.js'
import { amountIn, mustBeCountOrPercent, mustNotExceedAll } from '#kinds/shared/workload/counts.js'
import { CURRENT_MESSAGES, validateDaemonPods } from '#kinds/shared/workload/rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustNotBeNegative } from '#meta/field-rules.js'
import type { DaemonSet, DaemonSetSpec, DaemonSetUpdateStrategy, RollingUpdateDaemonSet } from './schema.js'

export function validateDaemonSet({ spec }: Readonly<DaemonSet>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec)
}

function validateSpec(spec: DaemonSetSpec, errors: FieldErrors): void {
  const { selector, template } = spec
  validateDaemonPods({ selector: selector ?? undefined, template }, CURRENT_MESSAGES, errors)
  mustNotBeNegative('minReadySeconds', spec.minReadySeconds, errors)
  errors.field('updateStrategy', spec.updateStrategy, validateUpdateStrategy)
  mustNotBeNegative('revisionHistoryLimit', spec.revisionHistoryLimit, errors)
}

function validateUpdateStrategy(strategy: DaemonSetUpdateStrategy, errors: FieldErrors): void {
  validateUpdateStrategyType(strategy, errors)
  if (strategy.type === 'RollingUpdate') {
    mustBeGiven('rollingUpdate', strategy.rollingUpdate, errors)
    errors.field('rollingUpdate', strategy.rollingUpdate, validateRollingUpdate)
  }
}

/** A node gets its new pod after the old one is gone or beside it, so exactly one of the two must be non-zero. */
function validateRollingUpdate(
  { maxUnavailable, maxSurge }: RollingUpdateDaemonSet,
  errors: FieldErrors,
): void {
  mustBeCountOrPercent('maxUnavailable', maxUnavailable, errors)
  mustBeCountOrPercent('maxSurge', maxSurge, errors)
  mustNotExceedAll('maxUnavailable', maxUnavailable, errors)
  mustNotExceedAll('maxSurge', maxSurge, errors)
  const [unavailable, surge] = [amountIn(maxUnavailable), amountIn(maxSurge)]
  if (unavailable !== 0 && surge !== 0) {
    errors.invalid('maxSurge', maxSurge, 'may not be set when maxUnavailable is non-zero')
  } else if (unavailable === 0 && surge === 0) {
    errors.required('maxUnavailable', 'cannot be 0 when maxSurge is 0')
  }
}
