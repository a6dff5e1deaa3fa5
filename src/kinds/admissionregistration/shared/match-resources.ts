import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf } from '#meta/field-rules.js'
import { LabelSelector } from '#meta/label-selector.js'
import { validateLabelSelector } from '#meta/label-selector-rules.js'
import { explicit, type Infer, list, optional, string, struct } from '#schema/type.js'
import { NamedRuleWithOperations, validateNamedRule } from './resource-rule.js'
import { MATCH_POLICIES } from './webhook.js'

export const MatchResources = struct(
  'io.k8s.api.admissionregistration.v1.MatchResources',
  'Which requests are meant.',
  () => ({
    namespaceSelector: explicit(1, LabelSelector, 'Labels of the namespaces that are meant.', {
      default: {},
    }),
    objectSelector: explicit(2, LabelSelector, 'Labels of the objects that are meant.', { default: {} }),
    resourceRules: optional(3, list(NamedRuleWithOperations), 'Operations on objects that are meant.', {
      listType: 'atomic',
    }),
    excludeResourceRules: optional(
      4,
      list(NamedRuleWithOperations),
      'Operations on objects that are not meant, whatever the other rules say.',
      { listType: 'atomic' },
    ),
    matchPolicy: explicit(
      7,
      string,
      'Whether rules mean the versions that they name, or all versions of a resource.',
      {
        default: 'Equivalent',
        enum: MATCH_POLICIES,
      },
    ),
  }),
  { mapType: 'atomic' },
)
export interface MatchResources extends Infer<typeof MatchResources> {}

export function validateMatchResources(match: MatchResources, errors: FieldErrors): void {
  mustBeOneOf('matchPolicy', match.matchPolicy, MATCH_POLICIES, errors)
  errors.field('namespaceSelector', match.namespaceSelector, validateLabelSelector)
  errors.field('objectSelector', match.objectSelector, validateLabelSelector)
  errors.each('resourceRules', match.resourceRules, validateNamedRule)
  errors.each('excludeResourceRules', match.excludeResourceRules, validateNamedRule)
}
