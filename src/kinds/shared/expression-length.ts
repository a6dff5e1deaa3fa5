import type { FieldErrors } from '#meta/field-errors.js'

/**
 * In characters. All expressions of an object are compiled in one go, which takes tens of milliseconds at this size.
 */
const MAX_CHARACTERS = 128 * 1024

/** Reports expressions that are too long in total. Returns whether they may be compiled. */
export function mustBeShortTogether(
  field: string,
  expressions: Iterable<string | undefined>,
  errors: FieldErrors,
): boolean {
  let length = 0
  for (const expression of expressions) length += (expression?.length ?? 0) + 1
  if (length <= MAX_CHARACTERS) return true
  errors.forbidden(field, `all expressions together may have at most ${MAX_CHARACTERS} characters`)
  return false
}
