import { collectionOf } from '#storage/compaction-watermarks.js'
import type { Revision } from '#storage/contract.js'
import type { Clock } from '#util/clock.js'
import { Mutations } from './commit/mutations.js'
import type { Disk } from './disk.js'
import { META_COMPACTED, META_WATERMARK, revisionBytes } from './format/layout.js'
import type { Reader } from './reader.js'
import type { StoreState } from './state.js'

/** The size of one compaction transaction: a few milliseconds for the commit thread, less for this one. */
const STEP = { logEntries: 500, bytes: 256 * 1024 }

const BEGINNING = 0 as Revision

/** Removes old history. */
export class Compactor {
  readonly #state: StoreState
  readonly #disk: Disk
  readonly #reader: Reader
  readonly #clock: Clock
  readonly #commit: (mutations: Mutations) => Promise<void>
  #last: Promise<unknown> = Promise.resolve()

  constructor(
    state: StoreState,
    disk: Disk,
    reader: Reader,
    clock: Clock,
    commit: (mutations: Mutations) => Promise<void>,
  ) {
    this.#state = state
    this.#disk = disk
    this.#reader = reader
    this.#clock = clock
    this.#commit = commit
  }

  /** One at a time: a second call waits for the first. */
  compact(age: number, keep = Number.POSITIVE_INFINITY): Promise<Revision> {
    const result = this.#last.then(() => this.#compact(this.#clock.now() - age, keep))
    this.#last = result.catch(() => undefined)
    return result
  }

  /**
   * The order makes it safe to stop anywhere: first persist the compacted revision, then stop serving older ones and
   * wait for running reads of them, and only then delete. After a crash the next compaction finds the rest at the
   * start of the log.
   */
  async #compact(before: number, keep: number): Promise<Revision> {
    const upTo = Math.min(this.#lastRevisionBefore(before), keep) as Revision
    if (upTo > this.#state.oldest) {
      const mutations = new Mutations()
      mutations.putMeta(META_COMPACTED, revisionBytes(upTo))
      await this.#commit(mutations)
      this.#state.oldest = upTo
      await this.#reader.finishedBefore(upTo)
    }
    const { oldest } = this.#state
    for (let step = this.#nextStep(oldest); step !== undefined; step = this.#nextStep(oldest)) {
      await this.#commit(step)
    }
    return oldest
  }

  /** Removes the versions that the first log entries superseded; undefined when there are none up to the revision. */
  #nextStep(upTo: Revision): Mutations | undefined {
    let mutations: Mutations | undefined
    const forgotten = new Set<string>()
    for (const { revision, changes } of this.#disk.logEntries(BEGINNING, upTo, STEP.logEntries)) {
      mutations ??= new Mutations(STEP.bytes)
      for (const { key, deleted, previous } of changes) {
        forgotten.add(key)
        this.#state.watermarks.raise(key, revision)
        if (previous !== undefined) mutations.removeVersion(key, previous)
        // Deleted and absent keys read the same.
        if (deleted) mutations.removeVersion(key, revision)
      }
      mutations.removeLog(revision)
      if (mutations.length >= STEP.bytes) break
    }
    for (const collection of new Set([...forgotten].map(collectionOf))) {
      mutations?.putMeta(META_WATERMARK + collection, revisionBytes(this.#state.watermarks.of(collection)))
    }
    return mutations
  }

  /**
   * The revision of the last write before a time: the state that was current then. Times in the log rise with
   * revisions, unless the clock was set back. Then it may find an older revision, and a later compaction does the
   * rest.
   */
  #lastRevisionBefore(time: number): Revision {
    let found: Revision = this.#state.oldest
    let low = this.#state.oldest + 1
    let high: number = this.#state.current
    while (low <= high) {
      const middle = Math.floor((low + high) / 2)
      const entry = this.#disk.lastLogEntry(middle)
      if (entry === undefined || entry.revision < low) {
        // Nothing between low and the middle: failed writes leave gaps.
        low = middle + 1
      } else if (entry.time < time) {
        found = entry.revision
        low = middle + 1
      } else {
        high = entry.revision - 1
      }
    }
    return found
  }
}
