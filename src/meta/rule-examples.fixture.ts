import { type FieldError, type FieldErrorType, fieldErrorMessage } from './field-error.js'
import type { StringFormat } from './field-errors.js'

/**
 * The rules as data: the field, a description, a body that breaks only this rule, and one that just satisfies it. Tests
 * validate the bodies; the tables in the docs are generated from the descriptions.
 */

export type Body = { readonly [name: string]: unknown }

export interface RuleExample {
  /** Named from the table's type, with positions as in the body that breaks the rule. */
  readonly field: string
  readonly rule: string
  readonly error: FieldErrorType
  /** The message of the error, or the format that returns it. */
  readonly detail: string | StringFormat
  readonly breaks: Body
  readonly keeps: Body
  /** Other invalid fields of the same body, if one error implies another. */
  readonly besides?: readonly string[]
}

/** The subresources that have rules of their own. */
export type RuledSubresource =
  | 'approval'
  | 'binding'
  | 'ephemeralcontainers'
  | 'eviction'
  | 'finalize'
  | 'log'
  | 'resize'
  | 'rollback'
  | 'scale'
  | 'status'
  | 'token'

export interface RuleTable {
  readonly type: string
  /** When the rules are applied, if not whenever an object is created or changed. */
  readonly on?: 'create' | 'change' | 'delete' | RuledSubresource
  /** The path of the type in the objects that are validated; the docs show it without positions. */
  readonly at: string
  /**
   * What a client sends to break or to keep the rules: an object with apiVersion and kind that contains the body, and
   * the object that it replaces. Undefined for rules that are not reached by writing such an object.
   */
  readonly write?: (body: Body) => { readonly before?: Body; readonly object: Body }
  /** All errors of an object that contains the body. */
  validate(body: Body): readonly FieldError[] | Promise<readonly FieldError[]>
  /** All errors when such an object replaces one that the server has returned. */
  validateUpdate?(stored: Body, body: Body): readonly FieldError[] | Promise<readonly FieldError[]>
  readonly examples: readonly RuleExample[]
  /** The kind of a table without `write`, if it is of a current group. */
  readonly kind?: string
  /** Whether another table has the same examples, in another kind or version. The docs leave these out. */
  readonly repeats?: boolean
}

/** Describes a contradiction between an example and the code; undefined if there is none. */
export async function contradiction(table: RuleTable, example: RuleExample): Promise<string | undefined> {
  const kept = await table.validate(example.keeps)
  if (kept.length > 0) return `the body that keeps the rule is rejected: ${describeErrors(kept)}`
  const path = join(table.at, example.field)
  const broken = await table.validate(example.breaks)
  const expected = broken.filter((error) => error.field === path && explains(example, error))
  if (expected.length === 0) {
    return `the body that breaks the rule should be rejected for ${path}, but: ${describeErrors(broken)}`
  }
  const others = new Set(broken.filter((error) => !expected.includes(error)).map(({ field }) => field))
  const besides = new Set(example.besides?.map((field) => join(table.at, field)))
  if (others.size !== besides.size || [...others].some((field) => !besides.has(field))) {
    return `the body breaks other rules than it says: ${describeErrors(broken)}`
  }
  return undefined
}

function explains({ error: type, detail }: RuleExample, error: FieldError): boolean {
  if (error.type !== type) return false
  if (typeof detail === 'string') return (error.detail ?? '') === detail
  const text = String(error.value)
  return [text, text.toLowerCase()].some((value) => detail(value).includes(error.detail ?? ''))
}

function join(path: string, field: string): string {
  if (path === '' || field === '') return path + field
  return field.startsWith('[') ? path + field : `${path}.${field}`
}

const describeErrors = (errors: readonly FieldError[]) =>
  errors.length === 0
    ? 'nothing is wrong'
    : errors.map((error) => `${error.field}: ${fieldErrorMessage(error)}`).join(', ')

// --- Words for the rules that many fields have ------------------------------------------------------------

type Bodies = readonly [breaks: Body, keeps: Body, besides?: readonly string[]]

const example = (
  field: string,
  rule: string,
  error: FieldErrorType,
  detail: string | StringFormat,
  [breaks, keeps, besides]: Bodies,
): RuleExample => ({ field, rule, error, detail, breaks, keeps, ...(besides ? { besides } : {}) })

export const given = (field: string, ...bodies: Bodies) =>
  example(field, 'is required', 'required', '', bodies)

export const required = (field: string, rule: string, detail: string, ...bodies: Bodies) =>
  example(field, rule, 'required', detail, bodies)

export const follows = (field: string, format: StringFormat, ...bodies: Bodies) =>
  example(field, 'must match the format', 'invalid', format, bodies)

export const invalid = (field: string, rule: string, detail: string | StringFormat, ...bodies: Bodies) =>
  example(field, rule, 'invalid', detail, bodies)

export const notNegative = (field: string, ...bodies: Bodies) =>
  example(field, 'must not be negative', 'invalid', 'must be greater than or equal to 0', bodies)

export const between = (lowest: number, highest: number, field: string, ...bodies: Bodies) =>
  example(
    field,
    `must be between ${lowest} and ${highest}`,
    'invalid',
    `must be between ${lowest} and ${highest}, inclusive`,
    bodies,
  )

export const oneOf = (field: string, choices: readonly string[], ...bodies: Bodies) => {
  const list = choices.map((choice) => JSON.stringify(choice)).join(', ')
  return example(
    field,
    'must be one of the supported values',
    'notSupported',
    `supported values: ${list}`,
    bodies,
  )
}

export const forbidden = (field: string, rule: string, detail: string, ...bodies: Bodies) =>
  example(field, rule, 'forbidden', detail, bodies)

export const unique = (field: string, rule: string, ...bodies: Bodies) =>
  example(field, rule, 'duplicate', '', bodies)

export const uniqueBy = (field: string, rule: string, detail: string, ...bodies: Bodies) =>
  example(field, rule, 'duplicate', detail, bodies)

export const known = (field: string, rule: string, ...bodies: Bodies) =>
  example(field, rule, 'notFound', '', bodies)

export const tooMany = (field: string, limit: number, ...bodies: Bodies) =>
  example(field, `must have at most ${limit} elements`, 'tooMany', `must have at most ${limit} items`, bodies)

export const tooLong = (field: string, limit: number, ...bodies: Bodies) =>
  example(
    field,
    `must not be longer than ${limit} bytes, keys and values together`,
    'tooLong',
    `must have at most ${limit} characters`,
    bodies,
  )

export const tooLarge = (field: string, limit: number, ...bodies: Bodies) =>
  example(
    field,
    `must not be larger than ${limit} bytes`,
    'tooLong',
    `may not be more than ${limit} bytes`,
    bodies,
  )

export const notZero = (field: string, ...bodies: Bodies) =>
  example(field, 'must be greater than zero', 'invalid', 'must be greater than zero', bodies)

export const fixed = (field: string, ...bodies: Bodies) =>
  example(field, 'is immutable', 'invalid', 'field is immutable', bodies)
