import type { CachedObject } from '#cache/cached-object.js'
import type { ApiObject } from '#meta/object-meta.js'

/** More than the writes that are pending at a time; the oldest values are dropped. */
const MAX_VALUES = 32

/**
 * The values of objects that were just written, in the stored version. The response to a write in another version is
 * converted from this value, without parsing the stored bytes again. Each value is handed out once and then belongs to
 * the caller.
 */
export class DecodedWriteCache {
  readonly #values = new Map<CachedObject, ApiObject>()

  put(object: CachedObject, value: ApiObject): void {
    this.#values.set(object, value)
    if (this.#values.size <= MAX_VALUES) return
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
