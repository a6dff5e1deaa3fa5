import { validatePolicyRule } from '#kinds/rbac/policy-rule-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { LabelSelector } from '#meta/label-selector.js'
import { selectsByLabelValues, validateLabelSelector } from '#meta/label-selector-rules.js'
import type { AggregationRule, ClusterRole } from './schema.js'

export function validateClusterRole(
  { rules, aggregationRule }: Readonly<ClusterRole>,
  errors: FieldErrors,
): void {
  errors.each('rules', rules, validatePolicyRule, false)
  errors.member('aggregationRule', aggregationRule, validateAggregation)
}

function validateAggregation({ clusterRoleSelectors }: AggregationRule, errors: FieldErrors): void {
  if (clusterRoleSelectors === undefined) {
    errors.required(
      'clusterRoleSelectors',
      'at least one clusterRoleSelector required if aggregationRule is non-nil',
    )
  }
  errors.each('clusterRoleSelectors', clusterRoleSelectors, validateSelector)
}

function validateSelector(selector: LabelSelector, errors: FieldErrors): void {
  const before = errors.all.length
  validateLabelSelector(selector, errors)
  if (errors.all.length === before && !selectsByLabelValues(selector)) {
    errors.invalid('', selector, 'invalid label selector.')
  }
}
