import { equal } from './equality.js'
import { CelList, CelMap, type CelValue, Uint } from './values.js'

/** A list whose items are there. */
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

/** How many joined lists a joined list may be made of before its items are copied. */
const DEEPEST = 64

/** Two lists as one. Joining lists costs the same for all of them, so that no items may be copied. */
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
    if (depth > DEEPEST) return new ArrayList([...first, ...second])
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

/** The items of a list with those of another behind them; a set or a map takes in what it does not hold already. */
export const joinLists = (first: CelList, second: CelList): CelList =>
  first.unite(second) ?? JoinedList.of(first, second)

/** A map whose entries are there. Numbers that are equal are the same key, whatever their type. */
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

/** The same text for keys that are equal; undefined for what cannot be a key. */
export function keyIdentity(key: CelValue): string | undefined {
  if (typeof key === 'string') return `"${key}`
  if (typeof key === 'bigint') return `${key}`
  if (typeof key === 'boolean') return `b${key}`
  if (key instanceof Uint) return `${key.value}`
  if (typeof key === 'number') return Number.isInteger(key) ? `${BigInt(key)}` : undefined
  return undefined
}

/** Whether a list holds a value. */
export function includes(list: CelList, value: CelValue): boolean {
  for (let index = 0; index < list.size; index++) if (equal(list.at(index), value)) return true
  return false
}

/** How many values are looked at to join two lists, of those that are not joined for the same cost as all others. */
export const joinWork = (first: CelList, second: CelList): number =>
  Math.max(first.uniteWork(second), (first.size + second.size) / DEEPEST)
