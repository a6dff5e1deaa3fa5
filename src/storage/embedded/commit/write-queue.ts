import { type Operation, StorageUnavailable, type WriteOutcome } from '#storage/contract.js'
import { packedSize } from './mutations.js'

/** A write without an outcome yet. */
export interface PendingWrite {
  readonly operations: readonly Operation[]
  readonly bytes: number
  readonly resolve: (outcome: WriteOutcome) => void
  readonly reject: (error: Error) => void
  /** How many of its keys an earlier pending write has, counted once per key. */
  blockers: number
  /** Later writes that wait for this one, once per key. */
  readonly followers: PendingWrite[]
}

export interface QueueLimits {
  readonly writes: number
  readonly bytes: number
}

/**
 * The pending writes in arrival order.
 *
 * A write is checked against the store only when no earlier write to any of its keys is pending, because that one
 * might fail. So writes to one key pass one by one, and those to different keys concurrently. Each write queues for
 * all of its keys at once, so writes cannot deadlock.
 */
export class WriteQueue {
  readonly #limits: QueueLimits
  readonly #check: (operations: readonly Operation[]) => WriteOutcome | undefined
  readonly #onReady: () => void
  /** The last pending write of each key. */
  readonly #tails = new Map<string, PendingWrite>()
  /** Not in a batch yet, whether blocked or ready. */
  readonly #waiting = new Set<PendingWrite>()
  readonly #taken = new Set<PendingWrite>()
  #ready: PendingWrite[] = []
  #writes = 0
  #bytes = 0

  /**
   * `check` returns the failed precondition of an unblocked write; `onReady` is called when a write has passed and
   * can be taken.
   */
  constructor(
    limits: QueueLimits,
    check: (operations: readonly Operation[]) => WriteOutcome | undefined,
    onReady: () => void,
  ) {
    this.#limits = limits
    this.#check = check
    this.#onReady = onReady
  }

  /** The number of pending writes, including those in a batch. */
  get size(): number {
    return this.#writes
  }

  get hasReady(): boolean {
    return this.#ready.length > 0
  }

  /** Rejects with `StorageUnavailable` when the queue is full. */
  add(operations: readonly Operation[]): Promise<WriteOutcome> {
    let bytes = 0
    for (const operation of operations) bytes += packedSize(operation)
    if (this.#writes >= this.#limits.writes || this.#bytes + bytes > this.#limits.bytes) {
      return Promise.reject(new StorageUnavailable('too many writes are waiting for the disk'))
    }
    return new Promise((resolve, reject) => {
      const write: PendingWrite = { operations, bytes, resolve, reject, blockers: 0, followers: [] }
      this.#writes++
      this.#bytes += bytes
      this.#waiting.add(write)
      this.#lineUp(write)
      if (write.blockers === 0) this.#consider([write])
    })
  }

  /** Takes ready writes, at least one if there is any, otherwise no more than the limits. */
  take(limits: QueueLimits): PendingWrite[] {
    let count = 0
    for (let bytes = 0; count < this.#ready.length && count < limits.writes; count++) {
      bytes += (this.#ready[count] as PendingWrite).bytes
      if (count > 0 && bytes > limits.bytes) break
    }
    const batch = count === this.#ready.length ? this.#ready : this.#ready.slice(0, count)
    this.#ready = count === this.#ready.length ? [] : this.#ready.slice(count)
    for (const write of batch) {
      this.#waiting.delete(write)
      this.#taken.add(write)
    }
    return batch
  }

  /** Removes decided writes, and checks those that waited for them. */
  remove(writes: Iterable<PendingWrite>): void {
    const unblocked: PendingWrite[] = []
    for (const write of writes) this.#leave(write, unblocked)
    this.#consider(unblocked)
  }

  /** Rejects every write that is not in a batch. */
  rejectWaiting(error: Error): void {
    const rejected = [...this.#waiting]
    this.#waiting.clear()
    this.#ready = []
    this.#tails.clear()
    for (const write of this.#taken) {
      write.followers.length = 0
      for (const { key } of write.operations) this.#tails.set(key, write)
    }
    for (const write of rejected) {
      this.#writes--
      this.#bytes -= write.bytes
      write.reject(error)
    }
  }

  #lineUp(write: PendingWrite): void {
    for (const { key } of write.operations) {
      const before = this.#tails.get(key)
      if (before !== undefined) {
        before.followers.push(write)
        write.blockers++
      }
      this.#tails.set(key, write)
    }
  }

  /** A loop instead of recursion: ten thousand writes may wait for one key and all fail their check. */
  #consider(candidates: PendingWrite[]): void {
    for (const write of candidates) {
      const outcome = this.#check(write.operations)
      if (outcome === undefined) {
        this.#ready.push(write)
      } else {
        this.#leave(write, candidates)
        write.resolve(outcome)
      }
    }
    if (this.#ready.length > 0) this.#onReady()
  }

  #leave(write: PendingWrite, unblocked: PendingWrite[]): void {
    this.#writes--
    this.#bytes -= write.bytes
    this.#waiting.delete(write)
    this.#taken.delete(write)
    for (const { key } of write.operations) {
      if (this.#tails.get(key) === write) this.#tails.delete(key)
    }
    for (const follower of write.followers) {
      follower.blockers--
      if (follower.blockers === 0) unblocked.push(follower)
    }
  }
}
