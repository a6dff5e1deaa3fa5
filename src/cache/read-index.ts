import { serviceUnavailable, storeBehind } from '#meta/api-error.js'
import { type Revision, type Storage, StorageUnavailable } from '#storage/contract.js'
import { nextTurn } from '#util/event-loop.js'

/** How long readers wait, in milliseconds, for the cache to reach the revision of the store. */
export const CATCH_UP_MS = 3000

/**
 * How many requests for the read index may be pending. With one, readers and store would wait for each other; with many,
 * each would be asked for a few readers only.
 */
const AT_A_TIME = 2

/** The part of the cache that the read index waits for. */
export interface Follower {
  reached(revision: Revision, patience: number): Promise<boolean> | undefined
  /** Throws when nothing may be read now. */
  expectWhole(): void
}

/**
 * Makes reads from a cache linearizable when others write to the store too: the store is asked how far it has come, and
 * the cache is waited for.
 *
 * The request must be sent after the read has arrived, and then serves all reads that have. So all reads that arrive
 * while one request is pending share the next one.
 */
export class ReadIndex {
  readonly #storage: Storage
  readonly #follower: Follower
  /** The pending requests. */
  readonly #underWay: Promise<Revision>[] = []
  /** Not asked yet: reads that arrive now may still share it. */
  #next: Promise<void> | undefined

  constructor(storage: Storage, follower: Follower) {
    this.#storage = storage
    this.#follower = follower
  }

  /**
   * Resolves when the cache has every write that was acknowledged before the call. Rejects with an `ApiError` when the
   * store does not respond, or the cache does not catch up in time.
   */
  current(): Promise<void> {
    this.#next ??= this.#ask()
    return this.#next
  }

  async #ask(): Promise<void> {
    // All reads that arrive in this turn of the event loop share the request.
    await nextTurn()
    try {
      // A store that has not responded gets no further request: the reads have waited long enough.
      if (this.#underWay.length === AT_A_TIME) await this.#underWay[0]?.catch(explain)
    } finally {
      this.#next = undefined
    }
    const query = this.#storage.currentRevision()
    this.#underWay.push(query)
    const done = () => void this.#underWay.splice(this.#underWay.indexOf(query), 1)
    query.then(done, done)
    const revision = await query.catch(explain)
    const waiting = this.#follower.reached(revision, CATCH_UP_MS)
    if (waiting !== undefined && !(await waiting)) throw storeBehind()
    this.#follower.expectWhole()
  }
}

function explain(error: unknown): never {
  throw error instanceof StorageUnavailable ? serviceUnavailable(error.message) : error
}
