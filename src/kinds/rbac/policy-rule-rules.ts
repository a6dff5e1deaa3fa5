import type { FieldErrors } from '#meta/field-errors.js'
import type { PolicyRule } from './policy-rule.js'

const isEmpty = (texts: readonly string[] | null | undefined) => !texts?.length

/** A rule is about resources or about paths. In a namespace there are no paths. */
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
