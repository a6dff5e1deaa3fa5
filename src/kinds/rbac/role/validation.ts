import { validatePolicyRule } from '#kinds/rbac/policy-rule-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { Role } from './schema.js'

export function validateRole({ rules }: Readonly<Role>, errors: FieldErrors): void {
  errors.each('rules', rules, validatePolicyRule, true)
}
