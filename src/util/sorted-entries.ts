/** Some entries that follow each other. */
export interface Chunk<V> {
  readonly keys: string[]
  readonly values: V[]
  /** Whether a snapshot shows it too: it must not be changed then. */
  shared: boolean
}

/** Sorts behind everything that a key can go on with. */
const LAST = '\uffff'

/** Entries in the order of their keys, to be walked from any of them. */
export class SortedEntries<V> {
  /** In order. None is empty. */
  protected readonly chunks: Chunk<V>[]

  constructor(chunks: Chunk<V>[] = []) {
    this.chunks = chunks
  }

  /** Keys that begin with `prefix` and lie behind `after`, in order. The entries must not change meanwhile. */
  *keys(prefix = '', after = ''): Generator<string, void, undefined> {
    let [at, index] = this.#placeBehind(prefix, after)
    for (; at < this.chunks.length; at++, index = 0) {
      const { keys } = this.chunks[at] as Chunk<V>
      for (; index < keys.length; index++) {
        const key = keys[index] as string
        if (!key.startsWith(prefix)) return
        yield key
      }
    }
  }

  /** The value of a key, found by looking for its place; undefined when it is absent. */
  find(key: string): V | undefined {
    const [at, index] = this.#placeOf(key)
    const chunk = this.chunks[at]
    return chunk?.keys[index] === key ? chunk.values[index] : undefined
  }

  /**
   * Visits the entries whose keys begin with `prefix` and lie behind `after`, in order, until a visit returns
   * false. The entries must not change meanwhile.
   */
  walk(prefix: string, after: string, visit: (value: V, key: string) => boolean): void {
    let [at, index] = this.#placeBehind(prefix, after)
    // Looking for the end once is cheaper than looking at the beginning of every key.
    const [lastChunk, end] = this.#placeOf(prefix + LAST)
    for (; at <= lastChunk && at < this.chunks.length; at++, index = 0) {
      const { keys, values } = this.chunks[at] as Chunk<V>
      const length = at === lastChunk ? end : keys.length
      for (; index < length; index++) {
        if (!visit(values[index] as V, keys[index] as string)) return
      }
    }
  }

  /**
   * The same for up to `count` entries. Returns the key of the last one when the walk is to go on behind it, undefined
   * when it is over.
   */
  walkSome(
    prefix: string,
    after: string,
    count: number,
    visit: (value: V, key: string) => boolean,
  ): string | undefined {
    let left = count
    let last: string | undefined
    this.walk(prefix, after, (value, key) => {
      if (!visit(value, key)) return false
      if (--left > 0) return true
      last = key
      return false
    })
    return last
  }

  /** The chunk and the index in it of the first key that can begin with `prefix` and lies behind `after`. */
  #placeBehind(prefix: string, after: string): [chunk: number, index: number] {
    const [at, index] = this.#placeOf(after > prefix ? after : prefix)
    return [at, after !== '' && this.chunks[at]?.keys[index] === after ? index + 1 : index]
  }

  /** The chunk and the index in it of the first key that is not below `key`. */
  #placeOf(key: string): [chunk: number, index: number] {
    const at = this.chunkFor(key)
    const chunk = this.chunks[at]
    return [at, chunk === undefined ? 0 : lowerBound(chunk.keys, key)]
  }

  /** The first chunk whose last key is not below `key`; the number of chunks when there is none. */
  protected chunkFor(key: string): number {
    let low = 0
    let high = this.chunks.length
    while (low < high) {
      const middle = (low + high) >> 1
      const { keys } = this.chunks[middle] as Chunk<V>
      if ((keys[keys.length - 1] as string) < key) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The index of the first key that is not below `key`. */
export function lowerBound(sorted: readonly string[], key: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as string) < key) low = middle + 1
    else high = middle
  }
  return low
}
