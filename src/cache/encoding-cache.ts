import type { CachedObject } from './cached-object.js'

/** The encodings of one object, by id. */
type Encodings = (Buffer | undefined)[]

/** How many bytes of used encodings are kept. Twice as many may be held for a while. */
const CAPACITY = 32 * 1024 * 1024
/** Heap size of one entry: its slot in the map, the array and the Buffer without its memory. */
const OVERHEAD = 256
/**
 * Encodings up to a quarter of it share a piece of memory: one each would be taken from, and rounded up by, the system.
 */
const SLAB_BYTES = 64 * 1024

/**
 * Caches objects in encodings other than JSON.
 *
 * There are two generations. Used encodings are in the young one; when it is full it becomes the old one, and the
 * previous old one is dropped. So no order of use has to be kept. Objects that are no longer served are not held.
 */
export class EncodingCache {
  readonly #capacity: number
  #young = new Generation()
  #old = new Generation()

  constructor(capacity = CAPACITY) {
    this.#capacity = capacity
  }

  /** The encoding of an object under an id. Calls `encode` if it is not cached. */
  get(object: CachedObject, id: number, encode: (object: CachedObject) => Buffer): Buffer {
    const kept = this.#young.get(object, id)
    if (kept !== undefined) return kept
    const encoded = this.#young.keep(object, id, this.#old.get(object, id) ?? encode(object))
    if (this.#young.size > this.#capacity) {
      this.#old = this.#young
      this.#young = new Generation()
    }
    return encoded
  }
}

/** One generation, in memory of its own. */
class Generation {
  readonly #encodings = new WeakMap<CachedObject, Encodings>()
  #slab = Buffer.alloc(0)
  #free = 0
  /** What it holds, in bytes. */
  size = 0

  get(object: CachedObject, id: number): Buffer | undefined {
    return this.#encodings.get(object)?.[id]
  }

  /** Returns the encoding as it is kept. */
  keep(object: CachedObject, id: number, encoded: Buffer): Buffer {
    const own = this.#own(encoded)
    const encodings = this.#encodings.get(object)
    if (encodings === undefined) {
      const made: Encodings = []
      made[id] = own
      this.#encodings.set(object, made)
    } else {
      encodings[id] = own
    }
    this.size += OVERHEAD
    return own
  }

  /**
   * A small buffer is a view of a piece of memory that it shares with others which are gone soon, and would keep all of
   * it. A view of what is kept already needs no second copy.
   */
  #own(encoded: Buffer): Buffer {
    if (encoded.buffer === this.#slab.buffer) return encoded
    if (encoded.length > SLAB_BYTES / 4) {
      this.size += encoded.buffer.byteLength
      return encoded
    }
    if (this.#free + encoded.length > this.#slab.length) {
      this.#slab = Buffer.allocUnsafeSlow(SLAB_BYTES)
      this.#free = 0
      this.size += SLAB_BYTES
    }
    const own = this.#slab.subarray(this.#free, this.#free + encoded.length)
    encoded.copy(own)
    this.#free += encoded.length
    return own
  }
}
