import type { AnyPart, StructuralSchema } from './schema.js'
import { isEqual, isMembers, keyOf } from './values.js'

/**
 * Which part of the old object a part of the new one was before. Members go by their names, and items of lists by their
 * keys, where the schema names keys. The items of other lists were nothing before: each of them may be any of the old
 * ones. Undefined stands for what was not there.
 */

export function oldMember(old: unknown, name: string): unknown {
  return isMembers(old) && Object.hasOwn(old, name) ? old[name] : undefined
}

/** Finds the old selves of the items of a list; undefined where there are none to be found. */
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
    if (!isMembers(item)) return undefined
    return keyOf(this.#keys.map((name) => (Object.hasOwn(item, name) ? item[name] : null)))
  }
}

/** Whether a value is what it was before. The order of items does not count where they have keys. */
export function isUnchanged(schema: AnyPart | undefined, value: unknown, old: unknown): boolean {
  if (schema === undefined || typeof value !== 'object' || value === null) return isEqual(value, old)
  if (Array.isArray(value)) return areItemsUnchanged(schema, value, old)
  if (!isMembers(value) || !isMembers(old)) return false
  const names = Object.keys(value)
  return (
    names.length === Object.keys(old).length &&
    names.every(
      (name) => Object.hasOwn(old, name) && isUnchanged(memberPart(schema, name), value[name], old[name]),
    )
  )
}

function areItemsUnchanged(schema: AnyPart, list: readonly unknown[], old: unknown): boolean {
  if (!Array.isArray(old) || list.length !== old.length) return false
  const before = oldItems(schema, old)
  if (before === undefined) return isEqual(list, old)
  return list.every((item) => isUnchanged(schema.items, item, before.find(item)))
}

export function memberPart(schema: AnyPart, name: string): AnyPart | undefined {
  const property = schema.properties?.get(name)
  if (property !== undefined) return property
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined
}
