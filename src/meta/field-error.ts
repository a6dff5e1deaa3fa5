import { excerpt, jsonExcerpt } from '#util/excerpt.js'

/** Errors of single fields. Validation collects them; they become the causes of one response. */

/** The error types: the reason of the cause, the start of its message, and whether it quotes the value. */
export const FIELD_ERRORS = {
  required: { reason: 'FieldValueRequired', text: 'Required value', quotes: false },
  invalid: { reason: 'FieldValueInvalid', text: 'Invalid value', quotes: true },
  /** The value does not have the type or the format of its schema. */
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

/** Replaces the value of an error that should not quote it, as when it is a large part of the object. */
export const OMITTED = Symbol('omitted')

/** A value that a message shows without quotes: Kubernetes does so with names of resources. */
export class Unquoted {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

/** Long values and details are truncated: a response should name the mistake, not send the object back. */
const TEXT_LIMIT = 1000
const DETAIL_LIMIT = 4000

/** The message of a cause: the error type, the value if it helps, and the detail. */
export function fieldErrorMessage({ type, value, detail }: FieldError): string {
  const { text, quotes } = FIELD_ERRORS[type]
  let message: string = text
  if (quotes && value !== OMITTED) message += `: ${quoteValue(value)}`
  if (detail !== undefined && detail !== '') message += `: ${excerpt(detail, DETAIL_LIMIT)}`
  return message
}

function quoteValue(value: unknown): string {
  if (value === undefined || value === null) return '"null"'
  if (value instanceof Unquoted) return excerpt(String(value), TEXT_LIMIT)
  return jsonExcerpt(value, TEXT_LIMIT)
}
