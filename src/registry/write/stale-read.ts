import type { ObjectCache } from '#cache/object-cache.js'
import type { Revision } from '#storage/contract.js'

/**
 * A write is made from what is in the cache, which may be stale when other servers write to the store too. That does no
 * harm as long as the write is stored: it is on condition that nothing has changed. But no write is rejected, or found
 * to change nothing, because of a stale read: it is tried once more on a cache that is certain to be current.
 */
export class StaleRead {
  readonly #cache: ObjectCache
  /** How new the cache was when the write was begun. */
  readonly #begun: Revision
  #ruledOut = false

  constructor(cache: ObjectCache) {
    this.#cache = cache
    this.#begun = cache.revision
  }

  /** Resolves with true when the write has to be tried again, on a cache that is now certain to be current. */
  async mayBeTheCause(): Promise<boolean> {
    if (this.#ruledOut) return false
    this.#ruledOut = true
    const current = this.#cache.current()
    if (current === undefined) return false
    await current
    // Where nothing was written meanwhile the cache was current before, and the write would come to the same.
    return this.#cache.revision !== this.#begun
  }
}
