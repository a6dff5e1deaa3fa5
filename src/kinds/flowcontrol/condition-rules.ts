import type { FieldErrors } from '#meta/field-errors.js'

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
