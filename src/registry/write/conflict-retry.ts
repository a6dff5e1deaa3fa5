import type { ObjectCache } from '#cache/object-cache.js'
import { CATCH_UP_MS } from '#cache/read-index.js'
import { conflict, MODIFIED, notFound, storeBehind } from '#meta/api-error.js'
import type { ResourceName } from '#meta/resource.js'
import { storageApiError } from '#registry/storage-errors.js'
import {
  type Operation,
  type Revision,
  type Storage,
  type WriteOutcome,
  WriteTooLarge,
} from '#storage/contract.js'

/** How often a write is retried after conflicts with other writes of the same object. */
const MAX_ATTEMPTS = 100

/** The result of a write whose precondition failed. */
export type Conflict = Exclude<WriteOutcome, { outcome: 'written' }>

/** Retries the write of one object after conflicts, and maps errors of the store to API errors. */
export class ConflictRetry {
  readonly #resource: ResourceName
  readonly #storage: Storage
  readonly #cache: ObjectCache
  #conflicts = 0

  constructor(resource: ResourceName, storage: Storage, cache: ObjectCache) {
    this.#resource = resource
    this.#storage = storage
    this.#cache = cache
  }

  /** Writes the object with its related operations, and its auxiliary records if all fit into one write. */
  async write(operations: readonly Operation[], records: readonly Operation[]): Promise<WriteOutcome> {
    try {
      return await this.#storage.write(records.length === 0 ? operations : [...operations, ...records])
    } catch (error) {
      if (error instanceof WriteTooLarge && records.length > 0) return this.write(operations, [])
      throw storageApiError(error)
    }
  }

  /** Waits until the cache has the conflicting write, so that the next attempt starts from it. */
  async afterConflict(found: Conflict, name: string, retry: boolean): Promise<void> {
    this.#conflicts++
    if (!retry || this.#conflicts === MAX_ATTEMPTS) {
      if (found.outcome === 'missing') throw notFound(this.#resource, name)
      throw conflict(this.#resource, name, MODIFIED)
    }
    const seen = 'actual' in found ? found.actual : await this.#currentRevision()
    if ((await this.#cache.reached(seen, CATCH_UP_MS)) === false) throw storeBehind()
  }

  async #currentRevision(): Promise<Revision> {
    try {
      return await this.#storage.currentRevision()
    } catch (error) {
      throw storageApiError(error)
    }
  }
}
