import type { ObjectCache } from '../cache/object-cache.js'

/**
 * What a write is made from is in the cache, which may be outdated when others write to the store too. That does no harm
 * as long as the write is stored: it is on condition that nothing has changed. But nobody is to be refused, or told that
 * there is nothing to do, because of what was true a moment ago.
 */
export class SecondLook {
  readonly #cache: ObjectCache
  #taken = false

  constructor(cache: ObjectCache) {
    this.#cache = cache
  }

  /** Resolves with true when it is worth looking again, at a cache that is now certain to be current. */
  async isWorthIt(): Promise<boolean> {
    if (this.#taken) return false
    this.#taken = true
    const current = this.#cache.current()
    if (current === undefined) return false
    await current
    return true
  }
}
