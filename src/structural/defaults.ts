import { oversizedBody } from '#meta/api-error.js'
import { setOwn } from '#schema/map-members.js'
import { areDefaultsWithin, isRefusedNull, MAX_DEFAULT_BYTES, memberSchema } from './default-size.js'
import type { StructuralSchema } from './schema.js'
import { copyOf, isMembers, type Members } from './values.js'

/**
 * Fills in the defaults of a schema where the object has nothing, in place. A null that the schema does not allow counts
 * as nothing. A default is filled in only where its parent is, or has a default of its own. Throws `requestTooLarge` when
 * that is more than an object may have.
 */
export function applyDefaults(schema: StructuralSchema, object: Members): void {
  if (!fillDefaults(schema, object)) throw oversizedBody('the object becomes too large with its defaults')
}

/** The same; where the defaults take more than `room` bytes, none is filled in, and false is returned. */
export function fillDefaults(schema: StructuralSchema, object: Members, room = MAX_DEFAULT_BYTES): boolean {
  dropNulls(schema, object)
  if (!schema.hasDefaults) return true
  if (!areDefaultsWithin(schema, object, room)) return false
  fill(schema, object)
  return true
}

/** Removes members that are null, where the schema allows no null and has no default instead. Those of lists stay. */
export function dropNulls(schema: StructuralSchema, value: unknown): void {
  if (Array.isArray(value)) {
    const { items } = schema
    if (items !== undefined) for (const item of value) dropNulls(items, item)
    return
  }
  if (!isMembers(value)) return
  for (const name of Object.keys(value)) {
    const member = memberSchema(schema, name)
    if (member === undefined) continue
    if (value[name] !== null) dropNulls(member, value[name])
    else if (!member.nullable && member.default === undefined) delete value[name]
  }
}

/** In place. Members that are filled in may hold members with defaults of their own. */
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
  if (!isMembers(value)) return
  for (const { name, property } of schema.defaultedProperties) {
    if (!Object.hasOwn(value, name)) setOwn(value, name, copyOf(property.default))
  }
  for (const name of Object.keys(value)) {
    const member = memberSchema(schema, name)
    if (member === undefined || !member.hasDefaults) continue
    if (isMissing(member, value[name])) setOwn(value, name, copyOf(member.default))
    fill(member, value[name])
  }
}

/** A member, or an item, that is there but counts as nothing. */
function isMissing(schema: StructuralSchema, value: unknown): boolean {
  return schema.default !== undefined && isRefusedNull(schema, value)
}
