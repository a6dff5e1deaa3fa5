import type { FieldErrors } from '#meta/field-errors.js'
import type { JsonSchema } from '#structural/json-schema.js'
import { linearPattern, PatternError } from '#util/linear-pattern.js'

/** A pattern has to be a regular expression that can be matched in linear time. */
export function validatePattern({ pattern }: JsonSchema, path: string, errors: FieldErrors): void {
  if (pattern === undefined || pattern === '') return
  try {
    linearPattern(pattern)
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
    const detail = `must be a valid regular expression, but isn't: ${error.message}`
    errors.invalid(`${path}.pattern`, pattern, detail)
  }
}
