import { oversizedBody } from '../meta/api-error.js'
import { setOwn } from '../schema/map-members.js'
import type { StructuralSchema } from './schema.js'
import { isMembers, type Members } from './values.js'

/**
 * Fills in the defaults of a schema where the object has nothing, in place. A null that the schema does not allow counts
 * as nothing. A default is filled in only where its parent is, or has a default of its own.
 */
export function applyDefaults(schema: StructuralSchema, object: Members): void {
  dropNulls(schema, object)
  if (schema.hasDefaults) new Filling().fill(schema, object)
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

/** Values that defaults may add to one object. A list of empty items can be short, and become many times as long. */
const MOST_FILLED = 500_000

class Filling {
  #filled = 0

  fill(schema: StructuralSchema, value: unknown): void {
    if (Array.isArray(value)) this.#fillItems(schema, value)
    else if (isMembers(value)) this.#fillMembers(schema, value)
  }

  #fillMembers(schema: StructuralSchema, value: Members): void {
    for (const [name, property] of schema.properties ?? []) {
      if (!property.hasDefaults) continue
      const isGiven = Object.hasOwn(value, name) && !isRefusedNull(property, value[name])
      if (!isGiven && property.default !== undefined) setOwn(value, name, this.#copy(property.default))
      this.fill(property, Object.hasOwn(value, name) ? value[name] : undefined)
    }
    const { additionalProperties } = schema
    if (typeof additionalProperties !== 'object' || !additionalProperties.hasDefaults) return
    for (const name of Object.keys(value)) {
      if (schema.properties?.has(name)) continue
      if (isRefusedNull(additionalProperties, value[name]) && additionalProperties.default !== undefined) {
        setOwn(value, name, this.#copy(additionalProperties.default))
      }
      this.fill(additionalProperties, value[name])
    }
  }

  #fillItems({ items }: StructuralSchema, list: unknown[]): void {
    if (items === undefined || !items.hasDefaults) return
    for (let index = 0; index < list.length; index++) {
      if (isRefusedNull(items, list[index]) && items.default !== undefined) {
        list[index] = this.#copy(items.default)
      }
      this.fill(items, list[index])
    }
  }

  #copy(value: unknown): unknown {
    if (++this.#filled > MOST_FILLED) throw oversizedBody('the object becomes too large with its defaults')
    if (Array.isArray(value)) return value.map((item) => this.#copy(item))
    if (!isMembers(value)) return value
    const copy: Members = {}
    for (const name of Object.keys(value)) setOwn(copy, name, this.#copy(value[name]))
    return copy
  }
}

function isRefusedNull(schema: StructuralSchema, value: unknown): boolean {
  return value === null && !schema.nullable
}

function memberSchema(schema: StructuralSchema, name: string): StructuralSchema | undefined {
  const property = schema.properties?.get(name)
  if (property !== undefined) return property
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
}
