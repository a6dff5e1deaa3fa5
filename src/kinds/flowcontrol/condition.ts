import type { FieldErrors } from '#meta/field-errors.js'
import { optional, string, time } from '#schema/type.js'

/** All fields of a condition are optional in this group. */
export const conditionFields = {
  type: optional(1, string, 'Aspect described, such as Dangling.'),
  status: optional(2, string, 'True when the condition applies, False when not, Unknown when undecided.'),
  lastTransitionTime: optional(3, time, 'When the status last moved from one value to another.'),
  reason: optional(4, string, 'CamelCase word for the cause of the last move.'),
  message: optional(5, string, 'Readable text with details of the last move.'),
}

interface Condition {
  readonly type?: string | undefined
}

/** There is one condition of each type. */
export function validateConditions(conditions: readonly Condition[] | undefined, errors: FieldErrors): void {
  errors.eachDistinct('status.conditions', conditions, validateCondition)
}

function validateCondition({ type = '' }: Condition, errors: FieldErrors, seen: Set<string>): void {
  if (type === '') errors.required('type')
  if (seen.has(type)) errors.duplicate('type', type)
  seen.add(type)
}
