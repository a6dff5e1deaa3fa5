import type { ObjectCache } from '#cache/object-cache.js'
import { CATCH_UP_MS } from '#cache/read-index.js'
import type { ApiObject } from '#meta/object-meta.js'
import { AllocationRecords } from '#registry/allocations.js'
import type { Operation, Revision, Storage } from '#storage/contract.js'

/** An object that is stored as it is: complete, with its fields in schema order. */
export interface CanonicalObject {
  readonly key: string
  readonly object: ApiObject
  /** The revision of the object that this one replaces; undefined for a new object. */
  readonly replaces: Revision | undefined
  /** The allocations of a new object. */
  readonly allocations: readonly string[]
}

/**
 * Writes the server's own objects, in one write. They are neither decoded nor validated, so that a starting server does
 * not have to load their kinds.
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

  /** Resolves with false, and writes nothing, if one of the objects has changed. */
  async write(objects: readonly CanonicalObject[]): Promise<boolean> {
    if (objects.length === 0) return true
    const outcome = await this.#storage.write(objects.flatMap((object) => this.#operations(object)))
    const seen = 'revision' in outcome ? outcome.revision : 'actual' in outcome ? outcome.actual : undefined
    if (seen !== undefined) await this.#cache.reached(seen, CATCH_UP_MS)
    return outcome.outcome === 'written'
  }

  /** Removes objects despite finalizers. Objects that have changed since stay. */
  async remove(objects: readonly { readonly key: string; readonly revision: Revision }[]): Promise<void> {
    for (const { key, revision } of objects) {
      const outcome = await this.#storage.write([{ type: 'delete', key, expected: revision }])
      if ('revision' in outcome) await this.#cache.reached(outcome.revision, CATCH_UP_MS)
    }
  }

  /** Replaces a value that cannot be decoded, because the server knows the object. */
  #operations(canonical: CanonicalObject): readonly Operation[] {
    const { key, object, allocations } = canonical
    object.metadata.resourceVersion = ''
    const value = Buffer.from(JSON.stringify(object))
    const replaces = canonical.replaces ?? this.#cache.unreadable.revisionOf(key)
    if (replaces !== undefined) return [{ type: 'replace', key, value, expected: replaces }]
    return [{ type: 'create', key, value }, ...this.#allocations.change(key, [], allocations)]
  }
}
