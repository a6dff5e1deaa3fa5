import { equal } from './equality.js'
import { CelList, CelMap, type CelValue, Uint } from './values.js'

export class ArrayList extends CelList {
  readonly #items: readonly CelValue[]

  constructor(items: readonly CelValue[]) {
    super()
    this.#items = items
  }

  override get size(): number {
    return this.#items.length
  }

  override at(index: number): CelValue {
    return this.#items[index] as CelValue
  }

  override [Symbol.iterator](): Iterator<CelValue> {
    return this.#items[Symbol.iterator]()
  }
}

/** How many nested joins a list may have before its items are copied. */
const MAX_JOIN_DEPTH = 64

/** Two lists as one. Joining has a constant cost, so it must not copy items. */
export class JoinedList extends CelList {
  readonly #first: CelList
  readonly #second: CelList
  readonly #depth: number
  readonly size: number

  private constructor(first: CelList, second: CelList, depth: number) {
    super()
    this.#first = first
    this.#second = second
    this.#depth = depth
    this.size = first.size + second.size
  }

  static of(first: CelList, second: CelList): CelList {
    const depth = 1 + Math.max(depthOf(first), depthOf(second))
    if (depth > MAX_JOIN_DEPTH) return new ArrayList([...first, ...second])
    return new JoinedList(first, second, depth)
  }

  static depthOf(list: CelList): number {
    return list instanceof JoinedList ? list.#depth : 0
  }

  override at(index: number): CelValue {
    const { size } = this.#first
    return index < size ? this.#first.at(index) : this.#second.at(index - size)
  }
}

const depthOf = (list: CelList) => JoinedList.depthOf(list)

/** Concatenates lists; a set or map adds only what it does not contain. */
export const joinLists = (first: CelList, second: CelList): CelList =>
  first.union(second) ?? JoinedList.of(first, second)

/** Equal numbers are the same key, whatever their type. */
export class EntryMap extends CelMap {
  readonly #entries: ReadonlyMap<string, readonly [key: CelValue, value: CelValue]>

  constructor(entries: Iterable<readonly [key: CelValue, value: CelValue]>) {
    super()
    const byIdentity = new Map<string, readonly [CelValue, CelValue]>()
    for (const entry of entries) byIdentity.set(keyIdentity(entry[0]) ?? '', entry)
    this.#entries = byIdentity
  }

  override get size(): number {
    return this.#entries.size
  }

  override get(key: CelValue): CelValue | undefined {
    const identity = keyIdentity(key)
    return identity === undefined ? undefined : this.#entries.get(identity)?.[1]
  }

  override *keys(): Iterable<CelValue> {
    for (const [key] of this.#entries.values()) yield key
  }
}

/** The same string for equal keys; undefined for a value that cannot be a key. */
export function keyIdentity(key: CelValue): string | undefined {
  if (typeof key === 'string') return `"${key}`
  if (typeof key === 'bigint') return `${key}`
  if (typeof key === 'boolean') return `b${key}`
  if (key instanceof Uint) return `${key.value}`
  if (typeof key === 'number') return Number.isInteger(key) ? `${BigInt(key)}` : undefined
  return undefined
}

export function includes(list: CelList, value: CelValue): boolean {
  for (let index = 0; index < list.size; index++) if (equal(list.at(index), value)) return true
  return false
}

/** How many values a join of sets or maps visits; 0 for other lists. */
export const joinWork = (first: CelList, second: CelList): number =>
  Math.max(first.unionWork(second), (first.size + second.size) / MAX_JOIN_DEPTH)
