import type { FieldErrors } from '#meta/field-errors.js'
import { semanticEqual } from '#schema/equal.js'
import { map, string } from '#schema/type.js'
import { configKey } from './formats.js'

/** The rules that config maps and secrets have in common. */

/** In bytes: of all values together. */
export const DATA_LIMIT = 1024 * 1024

/** Bytes are canonical base64 strings. */
const ENTRIES = map(string)

type Entries = Readonly<Record<string, string>> | undefined

export function validateKeys(field: string, entries: Entries, errors: FieldErrors): void {
  for (const key in entries) errors.format(`${field}[${key}]`, key, configKey)
}

export function sizeOfStrings(entries: Entries): number {
  let size = 0
  for (const key in entries) size += Buffer.byteLength(entries[key] as string)
  return size
}

/** The decoded size of the base64 values. */
export function sizeOfBytes(entries: Entries): number {
  let size = 0
  for (const key in entries) size += Buffer.byteLength(entries[key] as string, 'base64')
  return size
}

const FIXED = 'field is immutable when `immutable` is set'

interface Fixable {
  readonly immutable?: boolean | undefined
}

/** An immutable object stays immutable, and its data `fields` cannot change. */
export function mustStayImmutable<O extends Fixable>(
  object: O,
  current: O,
  fields: readonly (keyof O & string)[],
  errors: FieldErrors,
): void {
  if (!current.immutable) return
  if (!object.immutable) errors.forbidden('immutable', FIXED)
  for (const field of fields) {
    if (!semanticEqual(ENTRIES, object[field], current[field])) errors.forbidden(field, FIXED)
  }
}
