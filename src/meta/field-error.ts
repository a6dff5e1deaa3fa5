import { excerpt, jsonExcerpt } from '#util/excerpt.js'

/**
 * What is wrong with one field of an object. Validation collects these; together they become the causes of
 * one answer.
 */

/** The kinds of mistake: the reason a cause carries, the words it begins with, and whether it quotes the value. */
export const FIELD_ERRORS = {
  required: { reason: 'FieldValueRequired', text: 'Required value', quotes: false },
  invalid: { reason: 'FieldValueInvalid', text: 'Invalid value', quotes: true },
  /** The value is not of the type, or has not the format, that its schema asks for. */
  typeInvalid: { reason: 'FieldValueTypeInvalid', text: 'Invalid value', quotes: true },
  notSupported: { reason: 'FieldValueNotSupported', text: 'Unsupported value', quotes: true },
  duplicate: { reason: 'FieldValueDuplicate', text: 'Duplicate value', quotes: true },
  forbidden: { reason: 'FieldValueForbidden', text: 'Forbidden', quotes: false },
  tooLong: { reason: 'FieldValueTooLong', text: 'Too long', quotes: false },
  tooMany: { reason: 'FieldValueTooMany', text: 'Too many', quotes: true },
  notFound: { reason: 'FieldValueNotFound', text: 'Not found', quotes: true },
} as const
export type FieldErrorType = keyof typeof FIELD_ERRORS

export interface FieldError {
  readonly type: FieldErrorType
  /** The path into the object as the client sent it: `spec.rules[0].host`, `metadata.labels[app]`. */
  readonly field: string
  readonly value?: unknown
  readonly detail?: string
}

/** Stands for the value of a mistake whose words are enough, as where the value would be a large part of the object. */
export const OMITTED = Symbol('omitted')

/** Long values and details are cut: an answer should name the mistake, not send the object back. */
const TEXT_LIMIT = 1000
const DETAIL_LIMIT = 4000

/** The words of a cause: what kind of mistake, the value where it helps, and the detail. */
export function fieldErrorMessage({ type, value, detail }: FieldError): string {
  const { text, quotes } = FIELD_ERRORS[type]
  let message: string = text
  if (quotes && value !== OMITTED) message += `: ${quoteValue(value)}`
  if (detail !== undefined && detail !== '') message += `: ${excerpt(detail, DETAIL_LIMIT)}`
  return message
}

function quoteValue(value: unknown): string {
  if (value === undefined || value === null) return '"null"'
  return jsonExcerpt(value, TEXT_LIMIT)
}
