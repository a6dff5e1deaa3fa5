import type { AnyStruct, Field, Fields, Type } from '#schema/type.js'
import type { Random } from '#test/support/random.js'
import { type Described, itemStep } from './flat-object.js'

/** Few values, so that random objects have much in common. Empty values are apart, because they are no keys. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  string: ['a', 'b', 'c'],
  int32: [1, 2, 10],
  boolean: [true, false],
}
const EMPTY: Readonly<Record<string, unknown>> = { string: '', int32: 0, boolean: false }
const MAP_KEYS = ['a', 'b', 'c']

export interface Odds {
  /** The probability that a field is null or empty. */
  readonly null: number
  readonly empty: number
  /** The probability that a list has two items with the same key. */
  readonly repeated: number
}

/** Objects to apply: they may have nulls and empty values, and every key once. */
export const APPLIED: Odds = { null: 0.05, empty: 0.1, repeated: 0 }
/** Objects to update to. */
export const UPDATED: Odds = { null: 0, empty: 0.1, repeated: 0.5 }

type Value = Record<string, unknown>

/** Makes random values of a schema, and others that have much in common with given ones. */
export class RandomObjects {
  readonly #random: Random
  readonly #odds: Odds

  constructor(random: Random, odds: Odds) {
    this.#random = random
    this.#odds = odds
  }

  object(type: AnyStruct): Value {
    return this.#changedMembers(type, {}, [])
  }

  /** The object with random changes: added, removed and reordered values, fields and items. */
  changed(type: AnyStruct, object: unknown): Value {
    return this.#changedMembers(type, object as Value, [])
  }

  /** A part of the object, unchanged. */
  part(type: AnyStruct, object: unknown): Value {
    const fields = Object.entries(type.fields as Fields)
    const fieldsOfPart = fields.filter(
      ([name]) => (object as Value)[name] != null && this.#random.chance(0.5),
    )
    return Object.fromEntries(
      fieldsOfPart.map(([name, field]) => [name, this.#partOf(field, (object as Value)[name])]),
    )
  }

  #partOf({ type, listType, listMapKeys = [] }: Described, value: unknown): unknown {
    if (type.kind === 'struct') return this.part(type, value)
    if (type.kind === 'map') {
      const entries = Object.entries(value as Value).filter(() => this.#random.chance(0.6))
      return Object.fromEntries(
        entries.map(([key, entry]) => [key, this.#partOf({ type: type.element }, entry)]),
      )
    }
    if (type.kind !== 'list' || (listType !== 'set' && listType !== 'map')) return value
    const items = (value as unknown[]).filter(() => this.#random.chance(0.6))
    if (listType === 'set') return [...new Set(items)]
    const element = type.element as AnyStruct
    const parts = (items as Value[]).map((item) => ({
      ...this.part(element, item),
      ...Object.fromEntries(listMapKeys.map((key) => [key, item[key]])),
    }))
    return this.#distinct({ type, listType, listMapKeys }, parts)
  }

  #changedMembers(type: AnyStruct, value: Value, keys: readonly string[]): Value {
    const isNew = Object.keys(value).length === keys.length
    const result: Value = {}
    for (const [name, field] of Object.entries(type.fields as Fields)) {
      const member = value[name]
      if (keys.includes(name)) result[name] = member
      else if (member === undefined) {
        if (this.#random.chance(isNew ? 0.6 : 0.2)) result[name] = this.#fresh(field)
      } else if (this.#random.chance(0.1)) result[name] = this.#fresh(field)
      else if (this.#random.chance(0.9)) result[name] = this.#changedValue(field, member)
    }
    return result
  }

  #changedValue(described: Described, value: unknown): unknown {
    const { type } = described
    if (value === null || type.kind === 'scalar') return value
    if (type.kind === 'struct') return this.#changedMembers(type, value as Value, [])
    if (type.kind === 'map') {
      const left = Object.entries(value as Value).filter(() => !this.#random.chance(0.15))
      const entries = left.map(([key, entry]) => [key, this.#changedValue({ type: type.element }, entry)])
      const more = this.#random.chance(0.2) ? (this.#fresh(described) as Value) : {}
      return { ...Object.fromEntries(entries), ...more }
    }
    return this.#changedItems(described, value as unknown[])
  }

  #changedItems(described: Described, items: unknown[]): unknown[] {
    const { type, listMapKeys = [] } = described
    const { element } = type as Extract<Type, { kind: 'list' }>
    const left = items.filter(() => !this.#random.chance(0.15))
    const changed = left.map((item) =>
      element.kind === 'struct' ? this.#changedMembers(element, item as Value, listMapKeys) : item,
    )
    if (this.#random.chance(0.2))
      changed.splice(this.#random.below(changed.length + 1), 0, this.#item(described))
    if (this.#random.chance(0.2)) changed.reverse()
    return this.#distinct(described, changed)
  }

  #fresh(described: Described): unknown {
    if (this.#random.chance(this.#odds.null)) return null
    const isEmpty = this.#random.chance(this.#odds.empty)
    const { type } = described
    switch (type.kind) {
      case 'scalar':
        return isEmpty ? EMPTY[type.name] : this.#random.pick(VALUES[type.name] as unknown[])
      case 'struct':
        return isEmpty ? {} : this.#changedMembers(type, {}, [])
      case 'either':
        return this.#fresh({ type: this.#random.chance(0.5) ? type.struct : type.other })
      case 'map': {
        const keys = isEmpty ? [] : MAP_KEYS.filter(() => this.#random.chance(0.5))
        return Object.fromEntries(keys.map((key) => [key, this.#fresh({ type: type.element })]))
      }
      case 'list': {
        const length = isEmpty ? 0 : this.#random.below(4)
        return this.#distinct(
          described,
          Array.from({ length }, () => this.#item(described)),
        )
      }
    }
  }

  #item({ type, listMapKeys = [] }: Described): unknown {
    const { element } = type as Extract<Type, { kind: 'list' }>
    if (element.kind === 'scalar') return this.#random.pick(VALUES[element.name] as unknown[])
    const struct = element as AnyStruct
    const keys = listMapKeys.map((key) => [key, this.#key(struct.fields[key] as Field)])
    return this.#changedMembers(struct, Object.fromEntries(keys), listMapKeys)
  }

  /** The value of a key; undefined to use its default. */
  #key({ type, default: given }: Field): unknown {
    if (given !== undefined && this.#random.chance(0.4)) return undefined
    return this.#random.pick(VALUES[(type as Extract<Type, { kind: 'scalar' }>).name] as unknown[])
  }

  /** The items without those that repeat the key of an item before them, except for some. */
  #distinct(described: Described, items: unknown[]): unknown[] {
    if (described.listType !== 'set' && described.listType !== 'map') return items
    const clean = items.map((item) => JSON.parse(JSON.stringify(item)))
    const seen = new Set<string>()
    return clean.filter((item) => {
      const step = itemStep(described, item)
      const isNew = !seen.has(step)
      seen.add(step)
      return isNew || this.#random.chance(this.#odds.repeated)
    })
  }
}
