import type { StructuralSchema } from '#structural/schema.js'
import { isJsonObject, type JsonObject, keyOf } from '#structural/values.js'
import { MapKey, type ValidationErrors } from './validation-errors.js'

/** Finds duplicate items in lists of type `set` or `map`, and reports each at its second occurrence. */
export function validateListTypes(schema: StructuralSchema, value: unknown, errors: ValidationErrors): void {
  if (!schema.hasListTypes || errors.isFull) return
  if (Array.isArray(value)) {
    validateList(schema, value, errors)
    return
  }
  if (!isJsonObject(value)) return
  const { properties, additionalProperties } = schema
  for (const name of Object.keys(value)) {
    const property = properties?.get(name)
    const member = property ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
    if (member === undefined) continue
    errors.enter(property === undefined ? new MapKey(name) : name)
    validateListTypes(member, value[name], errors)
    errors.leave()
  }
}

function validateList(schema: StructuralSchema, list: readonly unknown[], errors: ValidationErrors): void {
  if (schema.listType === 'set') validateDistinct(list, errors)
  if (schema.listType === 'map') validateKeys(schema.listMapKeys, list, errors)
  if (schema.items === undefined) return
  for (let index = 0; index < list.length; index++) {
    errors.enter(index)
    validateListTypes(schema.items, list[index], errors)
    errors.leave()
  }
}

function validateKeys(keys: readonly string[], list: readonly unknown[], errors: ValidationErrors): void {
  const other = list.findIndex((item) => item !== null && !isJsonObject(item))
  if (other >= 0) {
    const detail = 'must be an object for an array of list-type map'
    addAt(other, { type: 'invalid', value: list[other], detail }, errors)
    return
  }
  validateDistinct(
    list.map((item) => keysOf(keys, item)),
    errors,
  )
}

/** The keys of the item with their values. */
function keysOf(keys: readonly string[], item: unknown): JsonObject {
  if (!isJsonObject(item)) return {}
  return Object.fromEntries(
    keys.filter((name) => Object.hasOwn(item, name)).map((name) => [name, item[name]]),
  )
}

function validateDistinct(list: readonly unknown[], errors: ValidationErrors): void {
  if (list.length < 2) return
  const times = new Map<string, number>()
  for (let index = 0; index < list.length && !errors.isFull; index++) {
    const key = keyOf(list[index])
    const count = (times.get(key) ?? 0) + 1
    times.set(key, count)
    if (count === 2) addAt(index, { type: 'duplicate', value: list[index] }, errors)
  }
}

function addAt(
  index: number,
  mistake: Parameters<ValidationErrors['add']>[0],
  errors: ValidationErrors,
): void {
  errors.enter(index)
  errors.add(mistake)
  errors.leave()
}
