import { MAX_JSON_BYTES } from '#schema/json-bytes.js'
import { stringifyJson } from '#util/text/json-integers.js'
import type { StructuralSchema } from './schema.js'
import { isJsonObject } from './values.js'

/**
 * How much defaults may add to one object, in bytes of JSON and in values: as much as can be stored. A list of empty
 * items is short, and may become many times as long.
 */
export const MAX_DEFAULT_BYTES = MAX_JSON_BYTES
export const MAX_DEFAULT_VALUES = 100_000

/** The size of values in bytes of JSON, and their number with all nested values. */
interface Size {
  bytes: number
  values: number
}

/** Whether all defaults that an object lacks fit into so many bytes. Does not change the object. */
export function areDefaultsWithin(schema: StructuralSchema, object: unknown, room: number): boolean {
  const missing: Size = { bytes: 0, values: 0 }
  addMissing(schema, object, missing, room)
  return !isExceeded(missing, room)
}

/** Whether the default of a schema, with the defaults nested in it, fits into an object. */
export function isDefaultWithin(schema: StructuralSchema): boolean {
  return !isExceeded(sizeOfDefault(schema), MAX_DEFAULT_BYTES)
}

function isExceeded({ bytes, values }: Size, room: number): boolean {
  return bytes > room || values > MAX_DEFAULT_VALUES
}

/** The sizes of default values by schema: the same default is filled in at very many places. */
const sizes = new WeakMap<StructuralSchema, Size>()

function sizeOfDefault(schema: StructuralSchema): Size {
  const known = sizes.get(schema)
  if (known !== undefined) return known
  const value = schema.default
  const size: Size = { bytes: Buffer.byteLength(stringifyJson(value)), values: countOf(value) }
  addMissing(schema, value, size, Number.POSITIVE_INFINITY)
  sizes.set(schema, size)
  return size
}

/** Adds the size of the defaults that a value lacks. Stops when they exceed `room`. */
function addMissing(schema: StructuralSchema, value: unknown, size: Size, room: number): void {
  if (!schema.hasDefaults) return
  if (Array.isArray(value)) {
    const { items } = schema
    if (items === undefined) return
    for (let index = 0; index < value.length && !isExceeded(size, room); index++) {
      addPart(items, value[index], size, room)
    }
    return
  }
  if (!isJsonObject(value)) return
  for (const { name, property, nameBytes } of schema.defaultedProperties) {
    if (Object.hasOwn(value, name)) continue
    add(property, size, nameBytes)
    if (isExceeded(size, room)) return
  }
  for (const name of Object.keys(value)) {
    const member = propertySchema(schema, name)
    if (member !== undefined) addPart(member, value[name], size, room)
    if (isExceeded(size, room)) return
  }
}

function addPart(schema: StructuralSchema, value: unknown, size: Size, room: number): void {
  if (schema.default !== undefined && isRefusedNull(schema, value)) add(schema, size, 0)
  else addMissing(schema, value, size, room)
}

/** A colon and a comma. */
const MARKS = 2

function add(schema: StructuralSchema, size: Size, nameBytes: number): void {
  const { bytes, values } = sizeOfDefault(schema)
  size.bytes += bytes + nameBytes + MARKS
  size.values += values
}

function countOf(value: unknown): number {
  let count = 1
  if (Array.isArray(value)) for (const item of value) count += countOf(item)
  else if (isJsonObject(value)) for (const name of Object.keys(value)) count += countOf(value[name])
  return count
}

/** A null that the schema does not allow counts as absent. */
export function isRefusedNull(schema: StructuralSchema, value: unknown): boolean {
  return value === null && !schema.nullable
}

export function propertySchema(schema: StructuralSchema, name: string): StructuralSchema | undefined {
  const property = schema.properties?.get(name)
  if (property !== undefined) return property
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
}
