/**
 * A map from strings to values that can be walked in key order from any key.
 *
 * Keys lie in chunks of bounded size, so an insertion moves at most one chunk's worth of pointers; a plain
 * sorted array would move half of all keys, a tree would cost an allocation per key. Values are found through
 * a hash map, so a lookup never searches.
 */
const CHUNK = 512

export class SortedMap<V> {
  readonly #values = new Map<string, V>()
  /** Never holds an empty chunk. */
  #chunks: string[][] = []

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
    if (!this.#values.has(key)) this.#insert(key)
    this.#values.set(key, value)
  }

  delete(key: string): boolean {
    if (!this.#values.delete(key)) return false
    const at = this.#chunkFor(key)
    const chunk = this.#chunks[at] as string[]
    chunk.splice(lowerBound(chunk, key), 1)
    if (chunk.length === 0) this.#chunks.splice(at, 1)
    return true
  }

  /** Keys that begin with `prefix` and lie behind `after`, in order. The map must not change meanwhile. */
  *keys(prefix = '', after = ''): Generator<string, void, undefined> {
    const from = after > prefix ? after : prefix
    let at = this.#chunkFor(from)
    let index = at < this.#chunks.length ? lowerBound(this.#chunks[at] as string[], from) : 0
    for (; at < this.#chunks.length; at++, index = 0) {
      const chunk = this.#chunks[at] as string[]
      for (; index < chunk.length; index++) {
        const key = chunk[index] as string
        if (after !== '' && key <= after) continue
        if (!key.startsWith(prefix)) return
        yield key
      }
    }
  }

  #insert(key: string): void {
    if (this.#chunks.length === 0) {
      this.#chunks.push([key])
      return
    }
    const at = Math.min(this.#chunkFor(key), this.#chunks.length - 1)
    const chunk = this.#chunks[at] as string[]
    chunk.splice(lowerBound(chunk, key), 0, key)
    if (chunk.length > CHUNK) this.#chunks.splice(at + 1, 0, chunk.splice(chunk.length >> 1))
  }

  /** The first chunk whose last key is not below `key`; the number of chunks when there is none. */
  #chunkFor(key: string): number {
    let low = 0
    let high = this.#chunks.length
    while (low < high) {
      const middle = (low + high) >> 1
      const chunk = this.#chunks[middle] as string[]
      if ((chunk[chunk.length - 1] as string) < key) low = middle + 1
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
