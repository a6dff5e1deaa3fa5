import type { FieldErrors } from '#meta/field-errors.js'
import { type Infer, list, optional, required, string, struct } from '#schema/type.js'

export const PolicyRule = struct(
  'io.k8s.api.rbac.v1.PolicyRule',
  'A rule that allows verbs on resources or on non-resource paths.',
  () => ({
    verbs: required(1, list(string), 'Verbs that the rule allows; * stands for all.', { listType: 'atomic' }),
    apiGroups: optional(
      2,
      list(string),
      'API groups of the resources; "" is the core group, * every group.',
      {
        listType: 'atomic',
      },
    ),
    resources: optional(3, list(string), 'Resources, with a subresource after a slash; * stands for all.', {
      listType: 'atomic',
    }),
    resourceNames: optional(
      4,
      list(string),
      'Object names that the rule is limited to; every name when left out.',
      {
        listType: 'atomic',
      },
    ),
    nonResourceURLs: optional(
      5,
      list(string),
      'Non-resource paths; a * at the end matches any suffix. Cluster roles only.',
      { listType: 'atomic' },
    ),
  }),
)
export interface PolicyRule extends Infer<typeof PolicyRule> {}

const isEmpty = (texts: readonly string[] | null | undefined) => !texts?.length

/** A rule is about resources or about paths; a namespaced rule cannot have paths. */
export function validatePolicyRule(
  { verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Readonly<PolicyRule>,
  errors: FieldErrors,
  namespaced: boolean,
): void {
  if (isEmpty(verbs)) errors.required('verbs', 'verbs must contain at least one value')
  if (!isEmpty(nonResourceURLs)) {
    if (namespaced) {
      errors.invalid('nonResourceURLs', nonResourceURLs, 'namespaced rules cannot apply to non-resource URLs')
    }
    if (!isEmpty(apiGroups) || !isEmpty(resources) || !isEmpty(resourceNames)) {
      errors.invalid(
        'nonResourceURLs',
        nonResourceURLs,
        'rules cannot apply to both regular resources and non-resource URLs',
      )
    }
    return
  }
  if (isEmpty(apiGroups)) errors.required('apiGroups', 'resource rules must supply at least one api group')
  if (isEmpty(resources)) errors.required('resources', 'resource rules must supply at least one resource')
}
