import type { CelType, ListType } from '#cel/types.js'
import { ArrayList, keyIdentity } from './collections.js'
import { equal } from './equality.js'
import { Meter } from './meter.js'
import { CelList, CelMap, type CelValue } from './values.js'

/** Computing an item's identity takes as long as comparing so many values. */
const IDENTITY_VALUES = 8

/**
 * A JSON list. One whose items have an identity is a set or a map: it is equal to another in any order, and adding
 * items replaces identical ones.
 */
export class JsonList extends CelList {
  readonly #json: readonly unknown[]
  readonly #type: ListType
  readonly #fromJson: (json: unknown, type: CelType) => CelValue

  constructor(
    json: readonly unknown[],
    type: ListType,
    fromJson: (json: unknown, type: CelType) => CelValue,
  ) {
    super()
    this.#json = json
    this.#type = type
    this.#fromJson = fromJson
  }

  override get size(): number {
    return this.#json.length
  }

  override at(index: number): CelValue {
    return this.#fromJson(this.#json[index], this.#type.element)
  }

  override unionWork(other: CelList): number {
    return this.#type.identity ? IDENTITY_VALUES * (this.size + other.size) : 0
  }

  override union(other: CelList): CelList | undefined {
    if (!this.#type.identity) return undefined
    const items = [...this]
    const places = new Map(items.map((item, index) => [this.#identity(item), index]))
    for (const item of other) {
      const identity = this.#identity(item)
      const place = places.get(identity)
      if (place === undefined) places.set(identity, items.push(item) - 1)
      else items[place] = item
    }
    return new ArrayList(items)
  }

  /** Integers, of which lists may be long, take ten times as long as values. */
  override equalsAt(other: CelList, index: number): boolean | undefined {
    if (!(other instanceof JsonList)) return undefined
    const [own, others] = [this.#json[index], other.#json[index]]
    if (!Number.isSafeInteger(own) || !Number.isSafeInteger(others)) return undefined
    return this.#type.element.kind === 'int' && other.#type.element.kind === 'int'
      ? own === others
      : undefined
  }

  override equalsAnyOrder(other: CelList, meter: Meter): boolean | undefined {
    if (!this.#type.identity) return undefined
    const items = new Map([...this].map((item) => [this.#identity(item, meter), item]))
    for (const item of other) {
      const own = items.get(this.#identity(item, meter))
      if (own === undefined || !equal(own, item, meter)) return false
    }
    return true
  }

  #identity(item: CelValue, meter = new Meter()): string {
    const { identity } = this.#type
    meter.add(IDENTITY_VALUES)
    if (typeof item === 'string') meter.addText(item.length)
    if (identity?.by !== 'keys') return keyIdentity(item) ?? JSON.stringify(plain(item, meter))
    return JSON.stringify(
      identity.keys.map((key) => plain(item instanceof CelMap ? item.get(key) : undefined, meter)),
    )
  }
}

/** A value as JSON, for comparisons. */
function plain(value: CelValue | undefined, meter: Meter): unknown {
  meter.add(IDENTITY_VALUES)
  if (value === undefined || value === null) return null
  if (value instanceof CelList) return [...value].map((item) => plain(item, meter))
  if (value instanceof CelMap) {
    return [...value.keys()].map((key) => [plain(key, meter), plain(value.get(key), meter)]).sort()
  }
  return keyIdentity(value) ?? String(value)
}
