import {
  checkAge,
  checkAvailable,
  checkKey,
  checkOperations,
  checkRange,
  failedPrecondition,
} from '#storage/arguments.js'
import { CompactionWatermarks } from '#storage/compaction-watermarks.js'
import {
  type Change,
  type ChangeListener,
  type Feed,
  INITIAL_REVISION,
  type Operation,
  type RangeOptions,
  type RangeResult,
  type Revision,
  RevisionUnavailable,
  type Storage,
  StorageUnavailable,
  type StoredValue,
  type StoreHealth,
  type WriteOutcome,
} from '#storage/contract.js'
import { OpenFeed } from '#storage/feeds.js'
import { type Clock, systemClock } from '#util/clock.js'
import { SortedMap } from '#util/sorted-map.js'
import { KeyHistory } from './key-history.js'

export interface MemoryStorageOptions {
  readonly clock?: Clock | undefined
}

/** A write in the log. */
interface LogEntry {
  readonly revision: Revision
  readonly time: number
  readonly changes: readonly Change[]
}

/** An in-memory store, for tests and trials. */
export function openMemoryStorage(options: MemoryStorageOptions = {}): Storage {
  return new MemoryStorage(options.clock ?? systemClock)
}

class MemoryStorage implements Storage {
  readonly isOnlyWriter = true
  readonly #clock: Clock
  readonly #histories = new SortedMap<KeyHistory>()
  readonly #feeds = new Set<OpenFeed>()
  /** Feeds that have delivered everything so far. */
  readonly #live = new Set<OpenFeed>()
  readonly #watermarks = new CompactionWatermarks()
  #log: LogEntry[] = []
  #current = INITIAL_REVISION
  #oldest = INITIAL_REVISION
  #closed = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async currentRevision(): Promise<Revision> {
    this.#checkOpen()
    return this.#current
  }

  async get(key: string, at?: Revision): Promise<StoredValue | undefined> {
    checkKey(key)
    this.#checkOpen()
    if (at !== undefined) checkAvailable(at, this.#oldest, this.#current)
    return this.#histories.get(key)?.at(at ?? this.#current)
  }

  async range(prefix: string, options: RangeOptions = {}): Promise<RangeResult> {
    checkRange(prefix, options)
    this.#checkOpen()
    const { at: revision = this.#current, after, limit = Number.POSITIVE_INFINITY } = options
    checkAvailable(revision, this.#oldest, this.#current)
    const values: StoredValue[] = []
    for (const key of this.#histories.keys(prefix, after)) {
      const value = this.#histories.get(key)?.at(revision)
      if (value === undefined) continue
      if (values.length === limit) return { values, more: true, revision }
      values.push(value)
    }
    return { values, more: false, revision }
  }

  async write(operations: readonly Operation[]): Promise<WriteOutcome> {
    checkOperations(operations)
    this.#checkOpen()
    // A listener may write during a change. Its write must wait for the other listeners, or they would receive the
    // second change first.
    await undefined
    const failed = failedPrecondition(operations, (key) => this.#histories.get(key)?.head?.revision)
    if (failed !== undefined) return failed

    const revision = (this.#current + 1) as Revision
    const changes = operations.map((operation) => this.#apply(operation, revision))
    this.#current = revision
    this.#log.push({ revision, time: this.#clock.now(), changes })
    for (const feed of this.#live) feed.deliver(changes, revision)
    return { outcome: 'written', revision }
  }

  async follow(after: Revision, listener: ChangeListener, prefix = ''): Promise<Feed> {
    this.#checkOpen()
    checkAvailable(after, this.#watermarks.forFeed(prefix, this.#oldest), this.#current, 'after')
    const feed = new OpenFeed(after, listener, prefix, (ended) => {
      this.#feeds.delete(ended)
      this.#live.delete(ended)
    })
    this.#feeds.add(feed)
    this.#catchUp(feed).catch((error: Error) => feed.fail(error))
    return feed
  }

  async compact(age: number): Promise<Revision> {
    checkAge(age)
    this.#checkOpen()
    const before = this.#clock.now() - age
    const young = this.#log.findIndex(({ time }) => time >= before)
    const old = young === -1 ? this.#log : this.#log.slice(0, young)
    this.#oldest = old.at(-1)?.revision ?? this.#oldest
    this.#log = this.#log.slice(old.length)
    for (const { revision, changes } of old) {
      for (const { key } of changes) {
        this.#watermarks.raise(key, revision)
        const history = this.#histories.get(key)
        history?.compactBefore(this.#oldest)
        if (history?.isEmpty) this.#histories.delete(key)
      }
    }
    return this.#oldest
  }

  health(): StoreHealth {
    return this.#closed ? { writable: false, reason: 'the store is closed' } : { writable: true }
  }

  async close(): Promise<void> {
    this.#closed = true
    // Earlier writes go first.
    await undefined
    for (const feed of this.#feeds) feed.close()
  }

  #apply(operation: Operation, revision: Revision): Change {
    const { key } = operation
    let history = this.#histories.get(key)
    if (history === undefined) {
      history = new KeyHistory(key)
      this.#histories.set(key, history)
    }
    const previous = history.head
    const value = operation.type === 'delete' ? undefined : operation.value
    history.append(revision, value)
    return { key, revision, value, previous }
  }

  /** Ends in the same event loop turn in which the replay is complete, so the next change is delivered live. */
  async #catchUp(feed: OpenFeed): Promise<void> {
    while (feed.open && feed.position < this.#current) {
      const watermark = this.#watermarks.forFeed(feed.prefix, this.#oldest)
      if (feed.position < watermark) throw new RevisionUnavailable('compacted', feed.position, watermark)
      const next = this.#log[this.#logIndexAfter(feed.position)]
      const waiting = next ? feed.deliver(next.changes, next.revision) : feed.deliver([], this.#current)
      if (waiting instanceof Promise) await waiting
    }
    if (feed.open) this.#live.add(feed)
  }

  #logIndexAfter(revision: Revision): number {
    const index = this.#log.findIndex((entry) => entry.revision > revision)
    return index === -1 ? this.#log.length : index
  }

  #checkOpen(): void {
    if (this.#closed) throw new StorageUnavailable('the store is closed')
  }
}
