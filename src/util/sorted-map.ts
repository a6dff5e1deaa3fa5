/**
 * A map from strings to values that can be walked in key order from any key.
 *
 * Entries lie in chunks of bounded size, so an insertion moves at most one chunk's worth of pointers; a plain
 * sorted array would move half of all keys, a tree would cost an allocation per key. Values are found through
 * a hash map, so a lookup never searches; they lie beside their keys too, so a walk never looks anything up.
 */
const CHUNK = 512

/** Sorts behind everything that a key can go on with. */
const LAST = '\uffff'

interface Chunk<V> {
  readonly keys: string[]
  readonly values: V[]
}

export class SortedMap<V> {
  readonly #values = new Map<string, V>()
  /** Never holds an empty chunk. */
  #chunks: Chunk<V>[] = []

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
    if (this.#values.has(key)) {
      const { keys, values } = this.#chunks[this.#chunkFor(key)] as Chunk<V>
      values[lowerBound(keys, key)] = value
    } else {
      this.#insert(key, value)
    }
    this.#values.set(key, value)
  }

  delete(key: string): boolean {
    if (!this.#values.delete(key)) return false
    const at = this.#chunkFor(key)
    const { keys, values } = this.#chunks[at] as Chunk<V>
    const index = lowerBound(keys, key)
    keys.splice(index, 1)
    values.splice(index, 1)
    if (keys.length === 0) this.#chunks.splice(at, 1)
    return true
  }

  /** Keys that begin with `prefix` and lie behind `after`, in order. The map must not change meanwhile. */
  *keys(prefix = '', after = ''): Generator<string, void, undefined> {
    let [at, index] = this.#placeBehind(prefix, after)
    for (; at < this.#chunks.length; at++, index = 0) {
      const { keys } = this.#chunks[at] as Chunk<V>
      for (; index < keys.length; index++) {
        const key = keys[index] as string
        if (!key.startsWith(prefix)) return
        yield key
      }
    }
  }

  /**
   * Visits the entries whose keys begin with `prefix` and lie behind `after`, in order, until a visit returns
   * false. The map must not change meanwhile.
   */
  walk(prefix: string, after: string, visit: (value: V, key: string) => boolean): void {
    let [at, index] = this.#placeBehind(prefix, after)
    // Looking for the end once is cheaper than looking at the beginning of every key.
    const [lastChunk, end] = this.#placeOf(prefix + LAST)
    for (; at <= lastChunk && at < this.#chunks.length; at++, index = 0) {
      const { keys, values } = this.#chunks[at] as Chunk<V>
      const length = at === lastChunk ? end : keys.length
      for (; index < length; index++) {
        if (!visit(values[index] as V, keys[index] as string)) return
      }
    }
  }

  /** The chunk and the index in it of the first key that can begin with `prefix` and lies behind `after`. */
  #placeBehind(prefix: string, after: string): [chunk: number, index: number] {
    const [at, index] = this.#placeOf(after > prefix ? after : prefix)
    return [at, after !== '' && this.#chunks[at]?.keys[index] === after ? index + 1 : index]
  }

  /** The chunk and the index in it of the first key that is not below `key`. */
  #placeOf(key: string): [chunk: number, index: number] {
    const at = this.#chunkFor(key)
    const chunk = this.#chunks[at]
    return [at, chunk === undefined ? 0 : lowerBound(chunk.keys, key)]
  }

  #insert(key: string, value: V): void {
    if (this.#chunks.length === 0) {
      this.#chunks.push({ keys: [key], values: [value] })
      return
    }
    const at = Math.min(this.#chunkFor(key), this.#chunks.length - 1)
    const { keys, values } = this.#chunks[at] as Chunk<V>
    const index = lowerBound(keys, key)
    keys.splice(index, 0, key)
    values.splice(index, 0, value)
    if (keys.length <= CHUNK) return
    const half = keys.length >> 1
    this.#chunks.splice(at + 1, 0, { keys: keys.splice(half), values: values.splice(half) })
  }

  /** The first chunk whose last key is not below `key`; the number of chunks when there is none. */
  #chunkFor(key: string): number {
    let low = 0
    let high = this.#chunks.length
    while (low < high) {
      const middle = (low + high) >> 1
      const { keys } = this.#chunks[middle] as Chunk<V>
      if ((keys[keys.length - 1] as string) < key) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The index of the first key that is not below `key`. */
function lowerBound(sorted: readonly string[], key: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as string) < key) low = middle + 1
    else high = middle
  }
  return low
}
