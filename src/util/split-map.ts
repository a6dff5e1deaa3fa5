/** A power of two. */
const PARTS = 64
/** How many characters at the end of a key decide on its part: names of objects differ most there. */
const DECIDING = 6

/**
 * A hash map in many parts. A map that is full moves all of its entries to a larger one at once, which for a hundred
 * thousand of them takes longer than a request should have to wait; parts are full at different times, and soon moved.
 */
export class SplitMap<V> {
  readonly #parts = Array.from({ length: PARTS }, () => new Map<string, V>())
  #size = 0

  get size(): number {
    return this.#size
  }

  get(key: string): V | undefined {
    return this.#part(key).get(key)
  }

  has(key: string): boolean {
    return this.#part(key).has(key)
  }

  /** Whether the key is new. */
  set(key: string, value: V): boolean {
    const part = this.#part(key)
    const before = part.size
    part.set(key, value)
    const isNew = part.size > before
    if (isNew) this.#size++
    return isNew
  }

  delete(key: string): boolean {
    const deleted = this.#part(key).delete(key)
    if (deleted) this.#size--
    return deleted
  }

  #part(key: string): Map<string, V> {
    let hash = key.length
    for (let at = Math.max(0, key.length - DECIDING); at < key.length; at++) {
      hash = (hash * 31 + key.charCodeAt(at)) | 0
    }
    return this.#parts[(hash ^ (hash >> 12)) & (PARTS - 1)] as Map<string, V>
  }
}
