import type { FieldErrors } from '#meta/field-errors.js'

/** In characters. All expressions of an object are compiled at once, which takes some tens of milliseconds then. */
const MAX_CHARACTERS = 128 * 1024

/** Reports expressions that have more characters together than are compiled. Returns whether they may be. */
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
