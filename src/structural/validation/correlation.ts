import type { AnyPart, StructuralSchema } from '#structural/schema.js'
import { isEqual, isJsonObject, keyOf } from '#structural/values.js'

/**
 * Correlates parts of the new object with parts of the old one: properties by name, items of lists by their map keys.
 * Items of other lists do not correlate. Undefined stands for a part that did not exist.
 */

export function oldProperty(old: unknown, name: string): unknown {
  return isJsonObject(old) && Object.hasOwn(old, name) ? old[name] : undefined
}

/** Correlates the items of a list; undefined where they do not correlate. */
export function oldItems(schema: AnyPart, old: unknown): OldItems | undefined {
  const { listType, listMapKeys } = schema as Partial<StructuralSchema>
  if (listType !== 'map' || listMapKeys === undefined || !Array.isArray(old)) return undefined
  return new OldItems(listMapKeys, old)
}

export class OldItems {
  readonly #keys: readonly string[]
  readonly #items = new Map<string, unknown>()

  constructor(keys: readonly string[], items: readonly unknown[]) {
    this.#keys = keys
    for (const item of items) {
      const key = this.#keyOf(item)
      if (key !== undefined && !this.#items.has(key)) this.#items.set(key, item)
    }
  }

  /** The old item with the same keys. */
  find(item: unknown): unknown {
    const key = this.#keyOf(item)
    return key === undefined ? undefined : this.#items.get(key)
  }

  #keyOf(item: unknown): string | undefined {
    if (!isJsonObject(item)) return undefined
    return keyOf(this.#keys.map((name) => (Object.hasOwn(item, name) ? item[name] : null)))
  }
}

/** Whether a value is unchanged. The order of items with keys does not count. */
export function isUnchanged(schema: AnyPart | undefined, value: unknown, old: unknown): boolean {
  if (schema === undefined || typeof value !== 'object' || value === null) return isEqual(value, old)
  if (Array.isArray(value)) return areItemsUnchanged(schema, value, old)
  if (!isJsonObject(value) || !isJsonObject(old)) return false
  const names = Object.keys(value)
  return (
    names.length === Object.keys(old).length &&
    names.every(
      (name) => Object.hasOwn(old, name) && isUnchanged(propertyPart(schema, name), value[name], old[name]),
    )
  )
}

function areItemsUnchanged(schema: AnyPart, list: readonly unknown[], old: unknown): boolean {
  if (!Array.isArray(old) || list.length !== old.length) return false
  const before = oldItems(schema, old)
  if (before === undefined) return isEqual(list, old)
  return list.every((item) => isUnchanged(schema.items, item, before.find(item)))
}

export function propertyPart(schema: AnyPart, name: string): AnyPart | undefined {
  const property = schema.properties?.get(name)
  if (property !== undefined) return property
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
}
