import { mustBeCountOrPercent, mustNotExceedAll } from '#kinds/shared/workload/counts.js'
import { validateConditions } from '#meta/condition.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf, mustNotBeNegative } from '#meta/field-rules.js'
import { validateStrictLabelSelector } from '#meta/label-selector-rules.js'
import type { PodDisruptionBudget, PodDisruptionBudgetSpec, PodDisruptionBudgetStatus } from './schema.js'

const EVICTION_POLICIES = ['AlwaysAllow', 'IfHealthyBudget']

export function validateBudget({ spec }: Readonly<PodDisruptionBudget>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec)
}

function validateSpec(spec: PodDisruptionBudgetSpec, errors: FieldErrors): void {
  if (spec.minAvailable !== undefined && spec.maxUnavailable !== undefined) {
    errors.invalid('', spec, 'minAvailable and maxUnavailable cannot be both set')
  }
  for (const field of ['minAvailable', 'maxUnavailable'] as const) {
    mustBeCountOrPercent(field, spec[field], errors)
    mustNotExceedAll(field, spec[field], errors)
  }
  errors.field('selector', spec.selector, validateStrictLabelSelector)
  mustBeOneOf('unhealthyPodEvictionPolicy', spec.unhealthyPodEvictionPolicy, EVICTION_POLICIES, errors)
}

/** The rules on a status update. */
export function validateBudgetStatus(
  { status }: Readonly<PodDisruptionBudget>,
  _current: Readonly<PodDisruptionBudget>,
  errors: FieldErrors,
): void {
  errors.field('status', status, validateStatus)
}

const COUNTS = ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'] as const

function validateStatus(status: PodDisruptionBudgetStatus, errors: FieldErrors): void {
  validateConditions('conditions', status.conditions, errors)
  for (const field of COUNTS) mustNotBeNegative(field, status[field], errors)
}
