import { rbacV1 } from '#kinds/groups.js'
import { roleColumns } from '#kinds/rbac/columns.js'
import { PolicyRule, validatePolicyRule } from '#kinds/rbac/policy-rule.js'
import { roleName } from '#kinds/shared/formats.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { LabelSelector } from '#meta/label-selector.js'
import { selectsByLabelValues, validateLabelSelector } from '#meta/label-selector-rules.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { builtInKind } from '#registry/kind.js'
import { explicit, type Infer, list, nullable, optional, struct, withCompletion } from '#schema/type.js'

export const AggregationRule = struct(
  'io.k8s.api.rbac.v1.AggregationRule',
  'Which cluster roles an aggregated cluster role combines.',
  () => ({
    clusterRoleSelectors: optional(
      1,
      list(LabelSelector),
      'Label selectors; a role that matches one of them adds its rules.',
      { listType: 'atomic' },
    ),
  }),
)
export interface AggregationRule extends Infer<typeof AggregationRule> {}

export const ClusterRole = withCompletion(
  struct(
    'io.k8s.api.rbac.v1.ClusterRole',
    'A set of rules for all namespaces and for cluster-scoped resources; bindings grant it.',
    () => ({
      ...typeMeta,
      metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the role.'),
      rules: nullable(2, list(PolicyRule), 'The rules; null when there are none.', {
        listType: 'atomic',
        mustBeGiven: false,
      }),
      aggregationRule: explicit(
        3,
        AggregationRule,
        'Lets the server fill in the rules from those of other roles.',
      ),
    }),
  ),
  (role) => {
    if (role.rules?.length === 0) role.rules = null
  },
)
export interface ClusterRole extends Infer<typeof ClusterRole> {}

function validateClusterRole({ rules, aggregationRule }: Readonly<ClusterRole>, errors: FieldErrors): void {
  errors.each('rules', rules, validatePolicyRule, false)
  errors.field('aggregationRule', aggregationRule, validateAggregation)
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
  if (errors.all.length > before || !selectsByLabelValues(selector)) {
    errors.invalid('', undefined, 'invalid label selector.')
  }
}

export const clusterRole = builtInKind<ClusterRole>({
  kind: 'ClusterRole',
  plural: 'clusterroles',
  singular: 'clusterrole',
  namespaced: false,
  nameFormat: roleName,
  generation: 'client',
  storageVersion: {
    ...rbacV1,
    schema: ClusterRole,
    subresources: [],
    allowCreateOnUpdate: true,
    columns: roleColumns,
    rules: { validate: validateClusterRole },
  },
})
