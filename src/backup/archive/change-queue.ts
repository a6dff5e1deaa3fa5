import type { Change, Feed, Revision, Storage } from '#storage/contract.js'
import { isExported } from '#transfer/snapshot.js'
import type { LoggedChange } from './log-format.js'

/** A write of the store that is not archived yet. */
export interface QueuedWrite {
  readonly revision: Revision
  readonly changes: readonly LoggedChange[]
  /** When it was received, in milliseconds since 1970. */
  readonly receivedAt: number
}

/** While so much is queued, the replay of history waits. */
const REPLAY_BYTES = 4 * 1024 * 1024
/** With more the disk is too slow for the store: the queue is dropped, and the history is read later. */
const MAX_BYTES = 64 * 1024 * 1024
/** The memory of a change beside its value. */
const CHANGE_BYTES = 200

/** The queue is full: its feed has ended. */
export class QueueOverflow extends Error {
  override readonly name = 'QueueOverflow'
}

/** Follows a store and keeps its writes until they are taken. Never delays a write of the store. */
export class ChangeQueue {
  readonly #now: () => number
  readonly #isInteresting: (key: string) => boolean
  #writes: QueuedWrite[] = []
  #bytes = 0
  #feed: Feed | undefined
  #failure: unknown
  #wake: () => void = () => undefined
  #drained: () => void = () => undefined
  /** Whether a key that interests has changed since the last look. */
  hasInteresting = false

  /** `isInteresting` is called with each key that is not archived. */
  private constructor(now: () => number, isInteresting: (key: string) => boolean) {
    this.#now = now
    this.#isInteresting = isInteresting
  }

  /** Rejects as `Storage.follow` does. */
  static async follow(
    storage: Storage,
    after: Revision,
    now: () => number,
    isInteresting: (key: string) => boolean,
  ): Promise<ChangeQueue> {
    const queue = new ChangeQueue(now, isInteresting)
    const feed = await storage.follow(after, (changes) => queue.#add(changes), '', 'omitted')
    queue.#feed = feed
    feed.ended.catch((error: unknown) => queue.#fail(error))
    if (queue.#failure !== undefined) feed.close()
    return queue
  }

  /** All queued writes, in order. Throws if the feed has failed and nothing is left. */
  take(): readonly QueuedWrite[] {
    if (this.#writes.length === 0 && this.#failure !== undefined) throw this.#failure
    const writes = this.#writes
    this.#writes = []
    this.#bytes = 0
    this.#drained()
    return writes
  }

  /** Whether there is nothing to take, and no failure to learn of. */
  get isEmpty(): boolean {
    return this.#writes.length === 0 && this.#failure === undefined
  }

  /** Whether so much is queued that it should not wait for more. */
  get isLarge(): boolean {
    return this.#bytes >= REPLAY_BYTES
  }

  /** Calls back when there is something to take. */
  onWork(wake: () => void): void {
    this.#wake = wake
  }

  close(): void {
    this.#feed?.close()
  }

  #add(changes: readonly Change[]): void | Promise<void> {
    if (this.#failure !== undefined) return
    const receivedAt = this.#now()
    for (let start = 0; start < changes.length; ) {
      const { revision } = changes[start] as Change
      let end = start + 1
      while (end < changes.length && (changes[end] as Change).revision === revision) end++
      this.#writes.push({ revision, changes: this.#archived(changes.slice(start, end)), receivedAt })
      start = end
    }
    this.#wake()
    if (this.#bytes > MAX_BYTES) this.#fail(new QueueOverflow('the disk of the archive is too slow'))
    if (this.#failure !== undefined || this.#bytes < REPLAY_BYTES) return
    return new Promise((resolve) => {
      this.#drained = resolve
    })
  }

  #archived(changes: readonly Change[]): LoggedChange[] {
    const archived: LoggedChange[] = []
    for (const { key, value } of changes) {
      this.#bytes += CHANGE_BYTES + (value?.length ?? 0)
      if (isExported(key)) archived.push({ key, value })
      else if (this.#isInteresting(key)) this.hasInteresting = true
    }
    return archived
  }

  /** What is queued is whole, but nothing more comes. */
  #fail(error: unknown): void {
    this.#failure ??= error
    this.#feed?.close()
    this.#wake()
  }
}
