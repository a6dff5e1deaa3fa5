import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf, mustNotBeNegative } from '#meta/field-rules.js'
import type { HorizontalPodAutoscalerBehavior, HPAScalingPolicy, HPAScalingRules } from './behavior.js'
import { validateMetric, validateReference } from './metric-rules.js'
import type { HorizontalPodAutoscaler, HorizontalPodAutoscalerSpec } from './schema.js'

export function validateAutoscaler({ spec }: Readonly<HorizontalPodAutoscaler>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec)
}

const FOR_ANY_NUMBER = ['Object', 'External']

function validateSpec(spec: HorizontalPodAutoscalerSpec, errors: FieldErrors): void {
  const { minReplicas, maxReplicas, metrics = [] } = spec
  if (minReplicas !== undefined && minReplicas < 1) {
    errors.invalid('minReplicas', minReplicas, 'must be greater than or equal to 1')
  }
  if (maxReplicas < 1) errors.invalid('maxReplicas', maxReplicas, 'must be greater than 0')
  if (minReplicas !== undefined && maxReplicas < minReplicas) {
    errors.invalid('maxReplicas', maxReplicas, 'must be greater than or equal to `minReplicas`')
  }
  errors.field('scaleTargetRef', spec.scaleTargetRef, validateReference)
  errors.each('metrics', metrics, validateMetric)
  // Without pods there are no pod metrics to scale up by.
  if (minReplicas === 0 && !metrics.some(({ type }) => FOR_ANY_NUMBER.includes(type))) {
    errors.forbidden(
      'metrics',
      'must specify at least one Object or External metric to support scaling to zero replicas',
    )
  }
  errors.field('behavior', spec.behavior, validateBehavior)
}

function validateBehavior(
  { scaleUp, scaleDown }: HorizontalPodAutoscalerBehavior,
  errors: FieldErrors,
): void {
  errors.field('scaleUp', scaleUp, validateScalingRules)
  errors.field('scaleDown', scaleDown, validateScalingRules)
}

const MAX_WINDOW = 3600
const MAX_PERIOD = 1800
const SELECTIONS = ['Disabled', 'Max', 'Min']
const POLICY_TYPES = ['Percent', 'Pods']

function validateScalingRules(rules: HPAScalingRules, errors: FieldErrors): void {
  const { stabilizationWindowSeconds: window = 0, policies = [] } = rules
  if (window < 0) {
    errors.invalid('stabilizationWindowSeconds', window, 'must be greater than or equal to zero')
  }
  if (window > MAX_WINDOW) {
    errors.invalid('stabilizationWindowSeconds', window, `must be less than or equal to ${MAX_WINDOW}`)
  }
  mustBeOneOf('selectPolicy', rules.selectPolicy, SELECTIONS, errors)
  if (policies.length === 0) errors.required('policies', 'must specify at least one Policy')
  errors.each('policies', policies, validatePolicy)
}

function validatePolicy({ type, value, periodSeconds }: HPAScalingPolicy, errors: FieldErrors): void {
  mustBeOneOf('type', type, POLICY_TYPES, errors)
  if (value <= 0) errors.invalid('value', value, 'must be greater than zero')
  if (periodSeconds <= 0) errors.invalid('periodSeconds', periodSeconds, 'must be greater than zero')
  if (periodSeconds > MAX_PERIOD) {
    errors.invalid('periodSeconds', periodSeconds, `must be less than or equal to ${MAX_PERIOD}`)
  }
}

/** The rules on a status update. */
export function validateAutoscalerStatus(
  { status }: Readonly<HorizontalPodAutoscaler>,
  _current: Readonly<HorizontalPodAutoscaler>,
  errors: FieldErrors,
): void {
  mustNotBeNegative('status.currentReplicas', status.currentReplicas, errors)
  mustNotBeNegative('status.desiredReplicas', status.desiredReplicas, errors)
}
