import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustBeGivenAsOneOf } from '#meta/field-rules.js'
import { LabelSelector } from '#meta/label-selector.js'
import { validateLabelSelector } from '#meta/label-selector-rules.js'
import { explicit, type Infer, list, optional, string, struct } from '#schema/type.js'
import { NamedRuleWithOperations, validateNamedRule } from './resource-rule.js'
import { MATCH_POLICIES } from './webhook.js'

export const MatchResources = struct(
  'io.k8s.api.admissionregistration.v1.MatchResources',
  'Which requests match.',
  () => ({
    namespaceSelector: explicit(1, LabelSelector, 'Matches namespaces by label.', {
      default: {},
    }),
    objectSelector: explicit(2, LabelSelector, 'Matches objects by label.', { default: {} }),
    resourceRules: optional(3, list(NamedRuleWithOperations), 'Rules of which a request must match one.', {
      listType: 'atomic',
    }),
    excludeResourceRules: optional(
      4,
      list(NamedRuleWithOperations),
      'Rules that exclude requests; they override all others.',
      { listType: 'atomic' },
    ),
    matchPolicy: explicit(
      7,
      string,
      'Exact matches only the versions in the rules; Equivalent matches the same resource in any group or version.',
      {
        default: 'Equivalent',
        enum: MATCH_POLICIES,
      },
    ),
  }),
  { mapType: 'atomic' },
)
export interface MatchResources extends Infer<typeof MatchResources> {}

/** Mutations cannot change what is deleted. */
const MUTABLE_OPERATIONS = ['*', 'CONNECT', 'CREATE', 'UPDATE']

export function validateMutableOperations({ resourceRules }: MatchResources, errors: FieldErrors): void {
  errors.each('resourceRules', resourceRules, ({ operations }, rule) => {
    rule.each('operations', operations, (operation, within) => {
      if (operation === 'DELETE') within.notSupported('', operation, MUTABLE_OPERATIONS)
    })
  })
}

export function validateMatchResources(match: MatchResources, errors: FieldErrors): void {
  mustBeGivenAsOneOf('matchPolicy', match.matchPolicy, MATCH_POLICIES, errors)
  mustBeGiven('namespaceSelector', match.namespaceSelector, errors)
  errors.field('namespaceSelector', match.namespaceSelector, validateLabelSelector)
  mustBeGiven('objectSelector', match.objectSelector, errors)
  errors.field('objectSelector', match.objectSelector, validateLabelSelector)
  errors.each('resourceRules', match.resourceRules, validateNamedRule)
  errors.each('excludeResourceRules', match.excludeResourceRules, validateNamedRule)
}
