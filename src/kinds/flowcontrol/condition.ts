import type { FieldErrors } from '#meta/field-errors.js'
import { optional, string, time } from '#schema/type.js'

/** All fields of a condition are optional in this group. */
export const conditionFields = {
  type: optional(1, string, 'Type of the condition, such as Dangling.'),
  status: optional(2, string, 'Whether the condition holds: True, False or Unknown.'),
  lastTransitionTime: optional(3, time, 'When the status last changed.'),
  reason: optional(4, string, 'Reason of the last change, as a CamelCase word.'),
  message: optional(5, string, 'Details of the last change, for people.'),
}

interface Condition {
  readonly type?: string | undefined
}

/** There is one condition of each type. */
export function validateConditions(conditions: readonly Condition[] | undefined, errors: FieldErrors): void {
  errors.eachDistinct('status.conditions', conditions, validateCondition)
}

function validateCondition({ type = '' }: Condition, errors: FieldErrors, seen: Set<string>): void {
  if (seen.has(type)) errors.duplicate('type', type)
  if (type === '') errors.required('type', 'must not be empty')
  seen.add(type)
}
