import type { FieldErrors, StringFormat } from './field-errors.js'

/**
 * The rules that most fields need. All except `mustBeGiven` and `mustBeGivenAs` ignore absent values. An empty string
 * counts as absent.
 */

/** Returns whether it is given. */
export function mustBeGiven<T>(field: string, value: T | null | undefined, errors: FieldErrors): value is T {
  const given = value !== undefined && value !== null && value !== ''
  if (!given) errors.required(field)
  return given
}

export function mustFollow(
  field: string,
  text: string | undefined,
  format: StringFormat,
  errors: FieldErrors,
): void {
  if (text !== undefined && text !== '') errors.format(field, text, format)
}

export function mustBeGivenAs(
  field: string,
  text: string | undefined,
  format: StringFormat,
  errors: FieldErrors,
): void {
  if (text === undefined || text === '') errors.required(field)
  else errors.format(field, text, format)
}

export function mustBeOneOf(
  field: string,
  text: string | undefined,
  choices: readonly string[],
  errors: FieldErrors,
): void {
  if (text !== undefined && !choices.includes(text)) errors.notSupported(field, text, choices)
}

export function mustBeGivenAsOneOf(
  field: string,
  text: string | undefined,
  choices: readonly string[],
  errors: FieldErrors,
): void {
  if (mustBeGiven(field, text, errors)) mustBeOneOf(field, text, choices, errors)
}

export const NEGATIVE = 'must be greater than or equal to 0'

export function mustNotBeNegative(field: string, value: number | undefined, errors: FieldErrors): void {
  if (value !== undefined && value < 0) errors.invalid(field, value, NEGATIVE)
}

export function mustLieBetween(
  lowest: number,
  highest: number,
  field: string,
  value: number | undefined,
  errors: FieldErrors,
): void {
  if (value !== undefined && (value < lowest || value > highest)) {
    errors.invalid(field, value, `must be between ${lowest} and ${highest}, inclusive`)
  }
}

export const MAX_INT32 = 0x7fffffff
