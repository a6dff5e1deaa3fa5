import { failedPrecondition } from '#storage/arguments.js'
import {
  type Operation,
  type Revision,
  StorageUnavailable,
  type WriteOutcome,
  WriteUncertain,
} from '#storage/contract.js'
import type { Clock } from '#util/clock.js'
import { microtasksDrained } from '#util/event-loop.js'
import { Mutations } from './commit/mutations.js'
import type { Transactor } from './commit/transactor.js'
import { type PendingWrite, type QueueLimits, WriteQueue } from './commit/write-queue.js'
import type { Disk } from './disk.js'
import type { StoreState } from './state.js'

/** A write on disk. */
export interface CommittedWrite {
  readonly operations: readonly Operation[]
  readonly revision: Revision
}

export interface CommitterOptions {
  readonly clock: Clock
  readonly queueLimits: QueueLimits
  /** Called for every committed batch, in revision order, before its writes resolve. */
  readonly apply: (writes: readonly CommittedWrite[]) => void
  readonly onCommit?: ((commit: { readonly writes: number; readonly seconds: number }) => void) | undefined
  readonly onCommitFailed?:
    | ((failure: { readonly writes: number; readonly reason: string }) => void)
    | undefined
}

/** A larger commit would noticeably delay the writes that wait for the next one. */
const BATCH_LIMITS: QueueLimits = { writes: 1000, bytes: 8 * 1024 * 1024 }

/** Decides writes and group-commits them: writes that arrive during a commit form the next batch. */
export class Committer {
  readonly #options: CommitterOptions
  readonly #state: StoreState
  readonly #disk: Disk
  readonly #transactor: Transactor
  readonly #queue: WriteQueue
  #lastRevision: Revision
  #loop: Promise<void> | undefined

  constructor(options: CommitterOptions, state: StoreState, disk: Disk, transactor: Transactor) {
    this.#options = options
    this.#state = state
    this.#disk = disk
    this.#transactor = transactor
    this.#lastRevision = state.current
    const check = (operations: readonly Operation[]) =>
      failedPrecondition(operations, (key) => state.heads.get(key))
    this.#queue = new WriteQueue(options.queueLimits, check, () => this.#work())
  }

  get pendingWrites(): number {
    return this.#queue.size
  }

  write(operations: readonly Operation[]): Promise<WriteOutcome> {
    return this.#queue.add(operations)
  }

  rejectWaiting(reason: string): void {
    this.#queue.rejectWaiting(new StorageUnavailable(reason))
  }

  /** Resolves when every write is settled. */
  async finish(): Promise<void> {
    while (this.#loop !== undefined) await this.#loop
  }

  /**
   * Concurrent requests are processed in several batches before the event loop turns. Detecting a finished commit
   * here keeps the disk from waiting for the last of them.
   */
  #work(): void {
    if (this.#loop === undefined) this.#loop = this.#commitBatches()
    else this.#transactor.poll()
  }

  async #commitBatches(): Promise<void> {
    while (this.#queue.hasReady) {
      // Requests that are processed together share the commit.
      await microtasksDrained()
      const batch = this.#queue.take(BATCH_LIMITS)
      if (batch.length > 0) await this.#commitBatch(batch)
    }
    this.#loop = undefined
  }

  async #commitBatch(batch: readonly PendingWrite[]): Promise<void> {
    const writes = this.#assignRevisions(batch)
    const started = performance.now()
    try {
      await this.#transactor.run(
        this.#pack(batch, writes),
        () => this.#disk.lastRevision() >= this.#lastRevision,
      )
    } catch (error) {
      if (!(error instanceof StorageUnavailable || error instanceof WriteUncertain)) throw error
      this.#options.onCommitFailed?.({ writes: batch.length, reason: error.message })
      for (const write of batch) write.reject(error)
      this.#queue.remove(batch)
      return
    }
    this.#options.onCommit?.({ writes: batch.length, seconds: (performance.now() - started) / 1000 })
    this.#options.apply(writes)
    batch.forEach((write, index) => {
      write.resolve({ outcome: 'written', revision: (writes[index] as CommittedWrite).revision })
    })
    this.#queue.remove(batch)
  }

  /** Revisions of a failed batch are not reused, so nobody has to prove that they were never seen. */
  #assignRevisions(batch: readonly PendingWrite[]): CommittedWrite[] {
    return batch.map(({ operations }) => {
      this.#lastRevision = (this.#lastRevision + 1) as Revision
      return { operations, revision: this.#lastRevision }
    })
  }

  #pack(batch: readonly PendingWrite[], writes: readonly CommittedWrite[]): Mutations {
    const time = this.#options.clock.now()
    const mutations = new Mutations(batch.reduce((bytes, write) => bytes + write.bytes, 0))
    for (const { operations, revision } of writes) {
      mutations.addWrite(operations, revision, time, (key) => this.#state.heads.get(key))
    }
    return mutations
  }
}
