import { oversizedBody } from '#meta/api-error.js'
import { setOwn } from '#schema/json-object.js'
import { areDefaultsWithin, isRefusedNull, MAX_DEFAULT_BYTES, propertySchema } from './default-size.js'
import type { StructuralSchema } from './schema.js'
import { copyOf, isJsonObject, type JsonObject } from './values.js'

/**
 * Fills in missing defaults in place. A null that the schema does not allow counts as missing. A default is filled in
 * only where its parent exists or has a default itself. Throws `requestTooLarge` when the object gets too large.
 */
export function applyDefaults(schema: StructuralSchema, object: JsonObject): void {
  if (!fillDefaults(schema, object)) throw oversizedBody('the object becomes too large with its defaults')
}

/** The same, but fills in nothing and returns false when the defaults exceed `room` bytes. */
export function fillDefaults(
  schema: StructuralSchema,
  object: JsonObject,
  room = MAX_DEFAULT_BYTES,
): boolean {
  dropNulls(schema, object)
  if (!schema.hasDefaults) return true
  if (!areDefaultsWithin(schema, object, room)) return false
  fill(schema, object)
  return true
}

/** Removes null properties where the schema allows no null and has no default. Null items stay. */
export function dropNulls(schema: StructuralSchema, value: unknown): void {
  if (Array.isArray(value)) {
    const { items } = schema
    if (items !== undefined) for (const item of value) dropNulls(items, item)
    return
  }
  if (!isJsonObject(value)) return
  for (const name of Object.keys(value)) {
    const member = propertySchema(schema, name)
    if (member === undefined) continue
    if (value[name] !== null) dropNulls(member, value[name])
    else if (!member.nullable && member.default === undefined) delete value[name]
  }
}

/** In place. Defaults may have nested properties with defaults. */
function fill(schema: StructuralSchema, value: unknown): void {
  if (!schema.hasDefaults) return
  if (Array.isArray(value)) {
    const { items } = schema
    if (items === undefined) return
    for (let index = 0; index < value.length; index++) {
      if (isMissing(items, value[index])) value[index] = copyOf(items.default)
      fill(items, value[index])
    }
    return
  }
  if (!isJsonObject(value)) return
  for (const { name, property } of schema.defaultedProperties) {
    if (!Object.hasOwn(value, name)) setOwn(value, name, copyOf(property.default))
  }
  for (const name of Object.keys(value)) {
    const member = propertySchema(schema, name)
    if (member === undefined || !member.hasDefaults) continue
    if (isMissing(member, value[name])) setOwn(value, name, copyOf(member.default))
    fill(member, value[name])
  }
}

/** Whether a property or item exists but counts as missing. */
function isMissing(schema: StructuralSchema, value: unknown): boolean {
  return schema.default !== undefined && isRefusedNull(schema, value)
}
