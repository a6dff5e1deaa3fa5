import { serviceUnavailable, storeBehind } from '#meta/api-error.js'
import { type Revision, type Storage, StorageUnavailable } from '#storage/contract.js'
import { nextTurn } from '#util/event-loop.js'

/** How long readers wait, in milliseconds, for the cache to reach the revision of the store. */
export const CATCH_UP_MS = 3000

/**
 * How many questions may be under way. With one alone, readers and store would wait for each other in turn; with many,
 * each would be asked for a few readers only.
 */
const AT_A_TIME = 2

/** What of the cache is needed to wait for it. */
export interface Follower {
  reached(revision: Revision, patience: number): Promise<boolean> | undefined
  /** Throws when nothing may be read now. */
  expectWhole(): void
}

/**
 * Makes reads from a cache linearizable when others write to the store too: the store is asked how far it has come, and
 * the cache is waited for.
 *
 * A question must be asked after the read has arrived, but then it is good for all reads that have. So all that arrive
 * while one question is under way share the next one.
 */
export class ReadIndex {
  readonly #storage: Storage
  readonly #follower: Follower
  /** The questions that are not answered yet. */
  readonly #underWay: Promise<Revision>[] = []
  /** Not asked yet: reads that arrive now may still share it. */
  #next: Promise<void> | undefined

  constructor(storage: Storage, follower: Follower) {
    this.#storage = storage
    this.#follower = follower
  }

  /**
   * Resolves when the cache has every write that was acknowledged before the call. Rejects with an `ApiError` when the
   * store does not answer, or the cache does not get there in time.
   */
  current(): Promise<void> {
    this.#next ??= this.#ask()
    return this.#next
  }

  async #ask(): Promise<void> {
    // All reads that arrive in this turn of the event loop share the question.
    await nextTurn()
    try {
      // A store that has not answered a question is not asked the next one: the reads have waited long enough.
      if (this.#underWay.length === AT_A_TIME) await this.#underWay[0]?.catch(explain)
    } finally {
      this.#next = undefined
    }
    const question = this.#storage.currentRevision()
    this.#underWay.push(question)
    const answered = () => void this.#underWay.splice(this.#underWay.indexOf(question), 1)
    question.then(answered, answered)
    const revision = await question.catch(explain)
    const waiting = this.#follower.reached(revision, CATCH_UP_MS)
    if (waiting !== undefined && !(await waiting)) throw storeBehind()
    this.#follower.expectWhole()
  }
}

function explain(error: unknown): never {
  throw error instanceof StorageUnavailable ? serviceUnavailable(error.message) : error
}
