import type { CachedObject } from '#cache/cached-object.js'
import type { ApiObject } from '#meta/object-meta.js'

/** More than the writes that are pending at a time; the oldest values are dropped. */
const MOST = 32

/**
 * The values of objects that were just written, in the version that is stored. A write in another version is responded to
 * with the object in that version: with the value at hand, the stored bytes need not be parsed again for that. A value is
 * handed out once, and belongs to the caller then.
 */
export class DecodedWriteCache {
  readonly #values = new Map<CachedObject, ApiObject>()

  put(object: CachedObject, value: ApiObject): void {
    this.#values.set(object, value)
    if (this.#values.size <= MOST) return
    for (const oldest of this.#values.keys()) {
      this.#values.delete(oldest)
      return
    }
  }

  take(object: CachedObject): ApiObject | undefined {
    const value = this.#values.get(object)
    if (value !== undefined) this.#values.delete(object)
    return value
  }
}
