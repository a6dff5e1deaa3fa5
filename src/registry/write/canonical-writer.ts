import type { ObjectCache } from '#cache/object-cache.js'
import { CATCH_UP_MS } from '#cache/read-index.js'
import type { ApiObject } from '#meta/api-object.js'
import { AllocationRecords } from '#registry/allocations.js'
import type { Operation, Revision, Storage } from '#storage/contract.js'

/** An object that is stored as it is: complete, and with its members in the order of their description. */
export interface CanonicalObject {
  readonly key: string
  readonly object: ApiObject
  /** The revision of the object that this one replaces; undefined for a new object. */
  readonly replaces: Revision | undefined
  /** What a new object holds for itself alone. */
  readonly allocations: readonly string[]
}

/**
 * Writes objects of the server's own making, all of them at once. They are neither decoded nor validated, so that writing
 * them costs a starting server no more than their bytes: the kinds that they are of may never be used.
 */
export class CanonicalWriter {
  readonly #storage: Storage
  readonly #cache: ObjectCache
  readonly #allocations: AllocationRecords

  constructor(storage: Storage, cache: ObjectCache) {
    this.#storage = storage
    this.#cache = cache
    this.#allocations = new AllocationRecords(cache)
  }

  /** Whether no object holds the name. */
  isFree(allocation: string): boolean {
    return !this.#allocations.isTaken(allocation)
  }

  /** Resolves with false when one of the objects is not there as expected. Nothing is written then. */
  async write(objects: readonly CanonicalObject[]): Promise<boolean> {
    if (objects.length === 0) return true
    const outcome = await this.#storage.write(objects.flatMap((object) => this.#operations(object)))
    const seen = 'revision' in outcome ? outcome.revision : 'actual' in outcome ? outcome.actual : undefined
    if (seen !== undefined) await this.#cache.reached(seen, CATCH_UP_MS)
    return outcome.outcome === 'written'
  }

  /** Removes objects as they are, whatever holds them. Those that have changed since stay. */
  async remove(objects: readonly { readonly key: string; readonly revision: Revision }[]): Promise<void> {
    for (const { key, revision } of objects) {
      const outcome = await this.#storage.write([{ type: 'delete', key, expected: revision }])
      if ('revision' in outcome) await this.#cache.reached(outcome.revision, CATCH_UP_MS)
    }
  }

  /** A value that cannot be read is replaced: the server needs the object, and knows what it is. */
  #operations(canonical: CanonicalObject): readonly Operation[] {
    const { key, object, allocations } = canonical
    object.metadata.resourceVersion = ''
    const value = Buffer.from(JSON.stringify(object))
    const replaces = canonical.replaces ?? this.#cache.unreadable.revisionOf(key)
    if (replaces !== undefined) return [{ type: 'replace', key, value, expected: replaces }]
    return [{ type: 'create', key, value }, ...this.#allocations.change(key, [], allocations)]
  }
}
