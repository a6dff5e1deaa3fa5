import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf } from '#meta/field-rules.js'
import { validateLabelSelector } from '#meta/label-selector-rules.js'
import type { MatchResources } from './match-resources.js'
import { validateNamedRule } from './resource-rule-rules.js'
import { MATCH_POLICIES } from './webhook-fields.js'

export function validateMatchResources(match: MatchResources, errors: FieldErrors): void {
  mustBeOneOf('matchPolicy', match.matchPolicy, MATCH_POLICIES, errors)
  errors.member('namespaceSelector', match.namespaceSelector, validateLabelSelector)
  errors.member('objectSelector', match.objectSelector, validateLabelSelector)
  errors.each('resourceRules', match.resourceRules, validateNamedRule)
  errors.each('excludeResourceRules', match.excludeResourceRules, validateNamedRule)
}
