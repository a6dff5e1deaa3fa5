import { type Chunk, lowerBound, SortedEntries } from './sorted-entries.js'
import { SplitMap } from './split-map.js'

const CHUNK = 512

/**
 * A map from strings to values that can be walked in key order from any key.
 *
 * Entries lie in chunks of bounded size, so an insertion moves at most one chunk's worth of pointers; a plain
 * sorted array would move half of all keys, a tree would cost an allocation per key. Values are found through
 * a hash map, so a lookup never searches; they lie beside their keys too, so a walk never looks anything up.
 */
export class SortedMap<V> extends SortedEntries<V> {
  readonly #values = new SplitMap<V>()

  get size(): number {
    return this.#values.size
  }

  get(key: string): V | undefined {
    return this.#values.get(key)
  }

  has(key: string): boolean {
    return this.#values.has(key)
  }

  set(key: string, value: V): void {
    if (this.#values.set(key, value)) {
      this.#insert(key, value)
    } else {
      const { keys, values } = this.#own(this.chunkFor(key))
      values[lowerBound(keys, key)] = value
    }
  }

  delete(key: string): boolean {
    if (!this.#values.delete(key)) return false
    const at = this.chunkFor(key)
    const { keys, values } = this.#own(at)
    const index = lowerBound(keys, key)
    keys.splice(index, 1)
    values.splice(index, 1)
    if (keys.length === 0) this.chunks.splice(at, 1)
    return true
  }

  /**
   * The entries as they are now, which stay so whatever happens to the map. It costs next to nothing: a chunk is copied
   * when it is changed for the first time afterwards.
   */
  state(): SortedEntries<V> {
    for (const chunk of this.chunks) chunk.shared = true
    return new SortedEntries(this.chunks.slice())
  }

  #insert(key: string, value: V): void {
    const last = this.chunks.length - 1
    const lastKey = this.chunks[last]?.keys.at(-1)
    if (lastKey === undefined || key > lastKey) {
      this.#append(last, key, value)
      return
    }
    const at = this.chunkFor(key)
    const { keys, values } = this.#own(at)
    const index = lowerBound(keys, key)
    keys.splice(index, 0, key)
    values.splice(index, 0, value)
    if (keys.length <= CHUNK) return
    const half = keys.length >> 1
    this.chunks.splice(at + 1, 0, { keys: keys.splice(half), values: values.splice(half), shared: false })
  }

  /**
   * A key behind all others, as each one is while a map is filled from something that is in order: no search is needed.
   */
  #append(last: number, key: string, value: V): void {
    const length = this.chunks[last]?.keys.length ?? CHUNK
    if (length >= CHUNK) {
      this.chunks.push({ keys: [key], values: [value], shared: false })
      return
    }
    const { keys, values } = this.#own(last)
    keys.push(key)
    values.push(value)
  }

  /** A chunk that may be changed. */
  #own(at: number): Chunk<V> {
    const chunk = this.chunks[at] as Chunk<V>
    if (!chunk.shared) return chunk
    const own = { keys: chunk.keys.slice(), values: chunk.values.slice(), shared: false }
    this.chunks[at] = own
    return own
  }
}
