import type { ObjectCache } from '#cache/object-cache.js'
import type { Revision } from '#storage/contract.js'

/**
 * A write starts from the cache, which may be stale when other servers write to the store. A stored write is safe,
 * because it is conditional. But a stale read must not cause a rejection or a no-op, so the write is retried once on a
 * current cache.
 */
export class StaleRead {
  readonly #cache: ObjectCache
  /** The revision of the cache when the write began. */
  readonly #begun: Revision
  #ruledOut = false

  constructor(cache: ObjectCache) {
    this.#cache = cache
    this.#begun = cache.revision
  }

  /** Resolves with true if the write must be retried. The cache is current then. */
  async mayBeTheCause(): Promise<boolean> {
    if (this.#ruledOut) return false
    this.#ruledOut = true
    const current = this.#cache.current()
    if (current === undefined) return false
    await current
    // If nothing was written in between, the cache was current and a retry would have the same result.
    return this.#cache.revision !== this.#begun
  }
}
