import {
  checkAvailable,
  checkCompaction,
  checkHistory,
  checkKey,
  checkOperations,
  checkRange,
  checkRevision,
  failedPrecondition,
} from '#storage/arguments.js'
import { CompactionWatermarks } from '#storage/compaction-watermarks.js'
import {
  type Change,
  type ChangeListener,
  type Feed,
  type HistoryOptions,
  type HistoryPage,
  INITIAL_REVISION,
  type Operation,
  type PastChange,
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
import { type SortedEntries, SortedMap } from '#util/sorted-map.js'
import { compactedBefore, type KeyVersion, versionAt } from './key-version.js'

export interface MemoryStorageOptions {
  readonly clock?: Clock | undefined
}

/** A write in the log. */
export interface LogEntry {
  readonly revision: Revision
  readonly time: number
  readonly changes: readonly Change[]
}

export interface Contents {
  readonly versions: SortedMap<KeyVersion>
  readonly watermarks: CompactionWatermarks
  readonly log: LogEntry[]
  readonly current: Revision
  readonly oldest: Revision
}

const emptyContents = (): Contents => ({
  versions: new SortedMap(),
  watermarks: new CompactionWatermarks(),
  log: [],
  current: INITIAL_REVISION,
  oldest: INITIAL_REVISION,
})

/** The values of a store at one moment. It shares them with the store and takes no time to make. */
export type MemoryState = SortedEntries<KeyVersion>

/** An in-memory store, for tests and trials. */
export function openMemoryStorage(options: MemoryStorageOptions = {}): MemoryStorage {
  return new MemoryStorage(options.clock ?? systemClock)
}

export class MemoryStorage implements Storage {
  readonly isOnlyWriter = true
  readonly #clock: Clock
  /** The newest version of each key. */
  readonly #versions: SortedMap<KeyVersion>
  readonly #feeds = new Set<OpenFeed>()
  /** Feeds that have delivered everything so far. */
  readonly #live = new Set<OpenFeed>()
  readonly #watermarks: CompactionWatermarks
  #log: LogEntry[]
  #current: Revision
  #oldest: Revision
  #closed = false

  constructor(clock: Clock, contents: Contents = emptyContents()) {
    this.#clock = clock
    this.#versions = contents.versions
    this.#watermarks = contents.watermarks
    this.#log = contents.log
    this.#current = contents.current
    this.#oldest = contents.oldest
  }

  /** A store with the same contents and history. Both share what neither changes. */
  fork(clock: Clock): MemoryStorage {
    this.#checkOpen()
    return new MemoryStorage(clock, {
      versions: this.#versions.copy(),
      watermarks: new CompactionWatermarks(this.#watermarks.entries()),
      log: this.#log.slice(),
      current: this.#current,
      oldest: this.#oldest,
    })
  }

  state(): MemoryState {
    return this.#versions.state()
  }

  /** The operations that bring a former state back. */
  operationsTo(state: MemoryState): Operation[] {
    const operations: Operation[] = []
    this.#versions.differences(state, (key, newest, saved) => {
      const current = newest?.stored
      const value = saved?.stored?.value
      if (isSameValue(value, current?.value)) return
      if (value === undefined)
        operations.push({ type: 'delete', key, expected: (current as StoredValue).revision })
      else if (current === undefined) operations.push({ type: 'create', key, value })
      else operations.push({ type: 'replace', key, value, expected: current.revision })
    })
    return operations
  }

  /** The changes of a key in the history, the oldest first. */
  changesOf(key: string): readonly { readonly time: number; readonly change: Change }[] {
    return this.#log.flatMap(({ time, changes }) =>
      changes.filter((change) => change.key === key).map((change) => ({ time, change })),
    )
  }

  async currentRevision(): Promise<Revision> {
    this.#checkOpen()
    return this.#current
  }

  async get(key: string, at?: Revision): Promise<StoredValue | undefined> {
    checkKey(key)
    this.#checkOpen()
    if (at !== undefined) checkAvailable(at, this.#oldest, this.#current)
    return versionAt(this.#versions.get(key), at ?? this.#current)?.stored
  }

  async range(prefix: string, options: RangeOptions = {}): Promise<RangeResult> {
    checkRange(prefix, options)
    this.#checkOpen()
    const { at: revision = this.#current, after, limit = Number.POSITIVE_INFINITY } = options
    checkAvailable(revision, this.#oldest, this.#current)
    const values: StoredValue[] = []
    for (const key of this.#versions.keys(prefix, after)) {
      const value = versionAt(this.#versions.get(key), revision)?.stored
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
    const failed = failedPrecondition(operations, (key) => this.#versions.get(key)?.stored?.revision)
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

  async history(prefix: string, options: HistoryOptions): Promise<HistoryPage> {
    checkHistory(prefix, options)
    this.#checkOpen()
    const { after = this.#oldest, upTo = this.#current, limit } = options
    const changes: PastChange[] = []
    for (let index = this.#logIndexAfter(upTo) - 1; index >= 0; index--) {
      const { revision, time, changes: written } = this.#log[index] as LogEntry
      if (revision <= after) break
      if (changes.length >= limit) return { changes, next: revision }
      for (const change of written) if (change.key.startsWith(prefix)) changes.push({ ...change, time })
    }
    return { changes, next: undefined }
  }

  async timeOf(revision: Revision): Promise<number | undefined> {
    checkRevision(revision, 'revision')
    this.#checkOpen()
    return this.#log[this.#logIndexAfter(revision) - 1]?.time
  }

  async compact(age: number, keep?: Revision): Promise<Revision> {
    checkCompaction(age, keep)
    this.#checkOpen()
    const before = this.#clock.now() - age
    const isOld = ({ revision, time }: LogEntry) => time < before && revision <= (keep ?? revision)
    // The clock may have been set back: what precedes an old revision is old, whatever its time.
    const old = this.#log.slice(0, this.#log.findLastIndex(isOld) + 1)
    this.#oldest = old.at(-1)?.revision ?? this.#oldest
    this.#log = this.#log.slice(old.length)
    const keys = new Set<string>()
    for (const { revision, changes } of old) {
      for (const { key } of changes) {
        this.#watermarks.raise(key, revision)
        keys.add(key)
      }
    }
    for (const key of keys) this.#compact(key)
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
    const older = this.#versions.get(key)
    const value = operation.type === 'delete' ? undefined : operation.value
    const stored = value === undefined ? undefined : { key, value, revision }
    this.#versions.set(key, { revision, stored, older })
    return { key, revision, value, previous: older?.stored }
  }

  #compact(key: string): void {
    const newest = this.#versions.get(key)
    const kept = newest && compactedBefore(newest, this.#oldest)
    if (kept === undefined) this.#versions.delete(key)
    else this.#versions.set(key, kept)
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

  /** By binary search: the log has all writes of the history window. */
  #logIndexAfter(revision: Revision): number {
    let low = 0
    for (let high = this.#log.length; low < high; ) {
      const middle = (low + high) >> 1
      if ((this.#log[middle] as LogEntry).revision > revision) high = middle
      else low = middle + 1
    }
    return low
  }

  #checkOpen(): void {
    if (this.#closed) throw new StorageUnavailable('the store is closed')
  }
}

const isSameValue = (a: Buffer | undefined, b: Buffer | undefined) =>
  a === b || (a !== undefined && b !== undefined && a.equals(b))
