import type { CachedObject } from '#cache/cached-object.js'
import type { ApiObject } from '#meta/api-object.js'

/** More than are ever written at once and not answered yet; what they hold is let go of when others come. */
const MOST = 32

/**
 * The values of objects that were just written, in the version that is stored. A write in another version is answered
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
