import { maxSurgeIn } from '#kinds/apps/daemonset/conversion.js'
import { validateUpdateStrategyType } from '#kinds/apps/daemonset/validation.js'
import { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { amountIn, mustBeCountOrPercent, mustNotExceedAll } from '#kinds/shared/workload/counts.js'
import { LEGACY_MESSAGES, validateDaemonPods } from '#kinds/shared/workload/rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import { semanticEqual } from '#schema/equal.js'
import type { DaemonSet, DaemonSetSpec, DaemonSetUpdateStrategy, RollingUpdateDaemonSet } from './schema.js'

export function validateDaemonSet({ metadata, spec }: Readonly<DaemonSet>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec, amountIn(maxSurgeIn(metadata)) !== 0)
}

/** `surges`: a node gets its new pod beside the old one, which only other versions can ask for. */
function validateSpec(spec: DaemonSetSpec, errors: FieldErrors, surges: boolean): void {
  validateDaemonPods(spec, LEGACY_MESSAGES, errors)
  mustNotBeNegative('minReadySeconds', spec.minReadySeconds, errors)
  mustNotBeNegative('templateGeneration', spec.templateGeneration, errors)
  errors.field('updateStrategy', spec.updateStrategy, validateUpdateStrategy, surges)
  mustNotBeNegative('revisionHistoryLimit', spec.revisionHistoryLimit, errors)
}

function validateUpdateStrategy(
  strategy: DaemonSetUpdateStrategy,
  errors: FieldErrors,
  surges: boolean,
): void {
  validateUpdateStrategyType(strategy, errors)
  if (strategy.type === 'RollingUpdate') {
    errors.field('rollingUpdate', strategy.rollingUpdate, validateRollingUpdate, surges)
  }
}

function validateRollingUpdate(
  { maxUnavailable }: RollingUpdateDaemonSet,
  errors: FieldErrors,
  surges: boolean,
): void {
  mustBeCountOrPercent('maxUnavailable', maxUnavailable, errors)
  // A node runs one pod of the set: the old one must go before the new one comes.
  if (amountIn(maxUnavailable) === 0 && !surges)
    errors.invalid('maxUnavailable', maxUnavailable, 'cannot be 0')
  mustNotExceedAll('maxUnavailable', maxUnavailable, errors)
}

/** `spec.templateGeneration` increases by one with each new template, and only then. */
export function validateDaemonSetUpdate(
  { spec }: Readonly<DaemonSet>,
  { spec: current }: Readonly<DaemonSet>,
  errors: FieldErrors,
): void {
  const generation = spec.templateGeneration ?? 0
  const before = current.templateGeneration ?? 0
  const field = 'spec.templateGeneration'
  if (generation < before) {
    errors.invalid(field, generation, 'must not be decremented')
    return
  }
  const changed = !semanticEqual(PodTemplateSpec, spec.template, current.template)
  if (changed && generation === before) {
    errors.invalid(field, generation, 'must be incremented upon template update')
  } else if (!changed && generation > before) {
    errors.invalid(field, generation, 'must not be incremented without template update')
  }
}
