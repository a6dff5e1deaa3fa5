import type { CachedObject } from '../cache/cached-object.js'
import { CATCH_UP_MS } from '../cache/freshness.js'
import type { ObjectCache } from '../cache/object-cache.js'
import { servesStored } from '../cache/resource-version-splice.js'
import { notFound } from '../meta/api-error.js'
import type { ApiObject } from '../meta/api-object.js'
import type { ObjectMeta } from '../meta/object-meta.js'
import type { Operation, Storage } from '../storage/contract.js'
import { auxiliaryRecordsOf } from './auxiliary-records.js'
import type { DeleteRequest } from './delete-options.js'
import { beginDeletion, deletionFinalizers } from './deletion.js'
import { namedKey } from './keys.js'
import type { ServedVersion, StoredKind } from './kind.js'
import { expectDeletable } from './preconditions.js'
import { SecondLook } from './second-look.js'
import { encodeStored } from './stored-form.js'
import { WriteRace } from './write-race.js'

/** Deletes the objects of one kind in one of its versions, at once or when their finalizers let them go. */
export class ObjectDeleter {
  readonly #definition: ServedVersion
  readonly #kind: StoredKind
  readonly #storage: Storage
  readonly #cache: ObjectCache

  constructor(definition: ServedVersion, storage: Storage, cache: ObjectCache) {
    this.#definition = definition
    this.#kind = definition.stored
    this.#storage = storage
    this.#cache = cache
  }

  /** Resolves with the metadata of the object as it was deleted, or as it is held back by its finalizers. */
  async delete(namespace: string | undefined, name: string, request: DeleteRequest): Promise<ObjectMeta> {
    const key = namedKey(this.#kind, namespace, name)
    const race = new WriteRace(this.#definition, name, this.#storage, this.#cache)
    const secondLook = new SecondLook(this.#cache)
    for (;;) {
      const served = this.#cache.get(key)
      if (served === undefined) {
        if (await secondLook.isWorthIt()) continue
        throw notFound(this.#definition, name)
      }
      // Most deletions look at nothing else of the object.
      const current = served.metadata()
      try {
        expectDeletable(this.#definition, current, request)
      } catch (error) {
        if (await secondLook.isWorthIt()) continue
        throw error
      }
      const finalizers = deletionFinalizers(current, request.policy, this.#definition.orphansDependents)
      const held = finalizers.length === 0 ? undefined : this.#heldBack(served, finalizers)
      const metadata = held?.metadata ?? current
      const value = held && encodeStored(this.#kind.storageVersion, held)
      if (request.dryRun || (value !== undefined && servesStored(served.json, value))) {
        if (await secondLook.isWorthIt()) continue
        return metadata
      }
      const expected = served.revision
      const operation: Operation =
        value === undefined ? { type: 'delete', key, expected } : { type: 'replace', key, value, expected }
      const before = () => JSON.parse(served.json.toString()) as ApiObject
      const outcome = await race.run(
        operation,
        auxiliaryRecordsOf(this.#kind, this.#cache, before, held, value?.length ?? 0),
      )
      if (outcome.outcome === 'written') {
        await this.#cache.reached(outcome.revision, CATCH_UP_MS)
        return metadata
      }
      await race.settle(outcome, true)
    }
  }

  /** The object as one that is going away, but not before its finalizers let it. */
  #heldBack(served: CachedObject, finalizers: string[]): ApiObject {
    const object = this.#kind.storageVersion.decode(JSON.parse(served.json.toString()))
    object.metadata.finalizers = finalizers
    beginDeletion(object.metadata)
    return object
  }
}
