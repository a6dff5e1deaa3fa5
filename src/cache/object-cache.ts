import { setTimeout as pause } from 'node:timers/promises'
import { serviceUnavailable, unreadableValue } from '#meta/api-error.js'
import { type Logger, silentLogger } from '#observe/logger.js'
import { collectionOf } from '#storage/compaction-watermarks.js'
import {
  type Change,
  type Feed,
  INITIAL_REVISION,
  type RangeResult,
  type Revision,
  type Storage,
  type StoredValue,
} from '#storage/contract.js'
import type { CachedObject } from './cached-object.js'
import { Collection } from './collection.js'
import { OpenWatchers } from './open-watchers.js'
import { ReadIndex } from './read-index.js'
import { type CheckObject, type ReadStored, readOwn, readShared } from './stored-value.js'
import { UnreadableValues } from './unreadable-values.js'
import type { WatchEvent } from './watch-event.js'

/** How many objects are read from the store at a time while the cache fills: at first, and at most. */
const FIRST_PAGE = 100
const MAX_PAGE = 1000
/** About how many bytes are read at a time: what is read is copied, and both are in memory for a moment. */
const PAGE_BYTES = 4 * 1024 * 1024

/** Keys that begin so belong to the server itself; no kind is called that. */
const RESERVED = '~'

/** How long the cache waits before it tries again to read everything anew. */
const RECOVERY_PAUSE_MS = 500

interface Waiter {
  readonly revision: Revision
  readonly resolve: (reached: boolean) => void
}

/**
 * Receives the events of a collection, in the order of revisions and before any write is acknowledged. Commits wait for
 * the listener: it must be quick, and must not throw.
 */
export type EventListener = (collection: Collection, events: readonly WatchEvent[]) => void

/** Receives the key of one of the server's own records that has changed, come or gone. It must be quick, and must not throw. */
export type RecordListener = (key: string) => void

/**
 * The current state of the store in memory, as encoded bytes: a read touches no disk and parses nothing.
 *
 * It is filled once from a snapshot and then kept by the store's feed. Engines that are the only writer of their store
 * report a change before its write is acknowledged, so a reader sees every acknowledged write.
 */
export class ObjectCache {
  /** All watches of all kinds. */
  readonly watchers = new OpenWatchers()
  readonly #collections = new Map<string, Collection>()
  /** The server's own records, as they are stored. */
  readonly #records = new Map<string, StoredValue>()
  #revision: Revision = INITIAL_REVISION
  /** What the cache was filled with; earlier changes are known only to the store. */
  #filledAt: Revision = INITIAL_REVISION
  /** The last change of any collection that was forgotten. Of those that come anew, earlier changes are known only to the store. */
  #forgottenAt: Revision = INITIAL_REVISION
  /** What the keys begin with that no kind is stored under any longer. */
  readonly #released = new Set<string>()
  #feed: Feed | undefined
  #waiting: Waiter[] = []
  #closed = false
  #suspendedBecause: string | undefined
  readonly #listeners = new Set<EventListener>()
  readonly #recordListeners = new Map<string, () => void>()
  /** By what the keys of the records begin with. */
  readonly #recordFollowers = new Map<string, Set<RecordListener>>()
  readonly #storage: Storage
  readonly #logger: Logger
  /** Undefined where the feed alone makes sure that nothing is outdated. */
  readonly #readIndex: ReadIndex | undefined

  readonly #readStored: ReadStored
  /** What of the store is left out. */
  readonly unreadable: UnreadableValues

  private constructor(storage: Storage, logger: Logger, check: CheckObject) {
    this.#storage = storage
    this.#logger = logger
    this.#readStored = storage.isOnlyWriter ? readOwn : readShared(check)
    this.unreadable = new UnreadableValues(logger)
    this.#readIndex = storage.isOnlyWriter ? undefined : new ReadIndex(storage, this)
  }

  /** Where others write to the store, too, an object is left out that `check` throws for. */
  static async open(
    storage: Storage,
    logger = silentLogger,
    check: CheckObject = () => undefined,
  ): Promise<ObjectCache> {
    const cache = new ObjectCache(storage, logger, check)
    await cache.#fill()
    await cache.#follow()
    return cache
  }

  /** The collection whose keys begin with `group/plural/`. */
  collection(prefix: string): Collection {
    let collection = this.#collections.get(prefix)
    if (collection === undefined) {
      const lastChange = Math.max(this.#filledAt, this.#forgottenAt) as Revision
      collection = new Collection(prefix, lastChange, this.#readStored, this.unreadable)
      this.#collections.set(prefix, collection)
    }
    return collection
  }

  /** No kind is stored under the prefix any longer: the collection and its last events go with its last object. */
  release(prefix: string): void {
    this.#released.add(prefix)
    this.#forgetReleased(prefix)
  }

  /** A kind is stored under the prefix again. */
  retain(prefix: string): void {
    this.#released.delete(prefix)
  }

  #forgetReleased(prefix: string): void {
    const collection = this.#collections.get(prefix)
    if (!this.#released.has(prefix) || (collection !== undefined && collection.size > 0)) return
    this.#released.delete(prefix)
    if (collection === undefined) return
    this.#collections.delete(prefix)
    this.#forgottenAt = Math.max(this.#forgottenAt, collection.lastChange) as Revision
    collection.end()
  }

  /** How many objects there are. */
  get size(): number {
    let size = 0
    for (const collection of this.#collections.values()) size += collection.size
    return size
  }

  get(key: string): CachedObject | undefined {
    return this.#collections.get(collectionOf(key))?.get(key)
  }

  /** One of the server's own records, under a key that begins with a tilde. */
  record(key: string): StoredValue | undefined {
    return this.#records.get(key)
  }

  /** The keys of the records that begin with `~/plural/`. */
  *recordKeys(prefix: string): Generator<string> {
    for (const key of this.#records.keys()) if (key.startsWith(prefix)) yield key
  }

  /** Every change up to here is in the cache. */
  get revision(): Revision {
    return this.#revision
  }

  get collections(): Iterable<Collection> {
    return this.#collections.values()
  }

  /**
   * Resolves when the cache has every write that was acknowledged before the call; undefined when it always has.
   * Rejects with an `ApiError` when that cannot be found out in time.
   */
  current(): Promise<void> | undefined {
    return this.#readIndex?.current()
  }

  /**
   * Resolves with true once the cache is as new as the revision, with false when that takes longer than
   * `patience` milliseconds; undefined when it already is.
   */
  reached(revision: Revision, patience?: number): Promise<boolean> | undefined {
    if (this.#revision >= revision) return undefined
    return new Promise((resolve) => {
      if (patience === undefined) {
        this.#waiting.push({ revision, resolve })
        return
      }
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter)
        resolve(false)
      }, patience)
      timer.unref()
      const waiter: Waiter = {
        revision,
        resolve: (reached) => {
          clearTimeout(timer)
          resolve(reached)
        },
      }
      this.#waiting.push(waiter)
    })
  }

  /** From now on the listener receives every event, until the function that this returns is called. */
  onEvents(listener: EventListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The listener is called when one of the server's own records has changed. One listener per record. */
  onRecordChange(key: string, listener: () => void): void {
    this.#recordListeners.set(key, listener)
  }

  /**
   * From now on the listener receives the keys of all records that change and begin with `~/plural/`, until the function
   * that this returns is called.
   */
  onRecordsUnder(prefix: string, listener: RecordListener): () => void {
    const followers = this.#recordFollowers.get(prefix) ?? new Set()
    this.#recordFollowers.set(prefix, followers.add(listener))
    return () => void followers.delete(listener)
  }

  /** The cache holds only a part of what belongs together: watches end, and reads that wait are rejected. */
  suspend(reason: string): void {
    this.#suspendedBecause = reason
    this.watchers.suspend()
  }

  resume(): void {
    this.#suspendedBecause = undefined
    this.watchers.resume()
  }

  /**
   * To be called by reads that have waited for the cache. Throws the error for their client while the cache is
   * suspended.
   */
  expectWhole(): void {
    if (this.#suspendedBecause !== undefined) throw serviceUnavailable(this.#suspendedBecause)
  }

  /** To be called for an object that is not there. Throws the error for the client when its value cannot be read. */
  expectReadable(key: string): void {
    if (this.unreadable.revisionOf(key) !== undefined) throw unreadableValue(key)
  }

  /** The cache follows the store no longer. Reads that still wait for a revision learn that it will not come. */
  close(): void {
    this.#closed = true
    this.watchers.end()
    this.#feed?.close()
    for (const { resolve } of this.#waiting) resolve(false)
    this.#waiting = []
  }

  async #fill(): Promise<void> {
    const snapshot = readSnapshot(this.#storage)
    const first = (await snapshot.next()).value
    if (first === undefined) return
    this.#revision = first.revision
    this.#filledAt = first.revision
    this.#load(first.values)
    for await (const { values } of snapshot) this.#load(values)
  }

  #load(values: readonly StoredValue[]): void {
    for (const stored of values) {
      const { key } = stored
      const prefix = collectionOf(key)
      if (key.startsWith(RESERVED)) this.#records.set(key, stored)
      else if (prefix === '') this.#refuse(stored)
      else this.collection(prefix).load(stored)
    }
  }

  async #follow(): Promise<void> {
    const listener = (changes: readonly Change[], upTo: Revision) => this.#apply(changes, upTo)
    const feed = await this.#storage.follow(this.#revision, listener, '', 'omitted')
    this.#feed = feed
    if (this.#closed) feed.close()
    // Changes are missing that the store cannot report any more: everything is read anew.
    feed.ended.catch((error: unknown) => this.#recover(error))
  }

  /** Until the recovery has succeeded the cache stays as it is, and reads of the current state wait. */
  async #recover(lost: unknown): Promise<void> {
    if (this.#closed) return
    this.#logger.warn({ err: lost }, 'changes of the store were missed; all of it is read again')
    // The same failure again and again is logged once.
    let logged = ''
    while (!this.#closed) {
      try {
        await this.#refill()
        await this.#follow()
        this.#logger.info({ revision: this.#revision }, 'the store was read again')
        return
      } catch (err) {
        if (!this.#closed && String(err) !== logged) {
          logged = String(err)
          this.#logger.warn({ err }, 'the store could not be read again; the next attempt follows')
        }
        await pause(RECOVERY_PAUSE_MS, undefined, { ref: false })
      }
    }
  }

  /**
   * Puts the store's current state in the place of an outdated one. Watchers have missed changes: they are closed, and
   * an attempt to resume them fails as expired. Listeners receive the differences, those of records are called in any
   * case.
   */
  async #refill(): Promise<void> {
    const current = new Map<string, StoredValue>()
    let at = this.#revision
    for await (const { values, revision } of readSnapshot(this.#storage)) {
      at = revision
      for (const value of values) current.set(value.key, value)
    }
    if (this.#closed) return
    this.watchers.closeAll()
    this.#filledAt = at
    this.unreadable.clear()
    const records = new Set(this.#records.keys())
    this.#records.clear()
    for (const [key, value] of current) if (key.startsWith(RESERVED)) this.#records.set(key, value)
    for (const key of this.#records.keys()) records.add(key)
    for (const stored of current.values()) {
      const prefix = collectionOf(stored.key)
      if (stored.key.startsWith(RESERVED)) continue
      if (prefix === '') this.#refuse(stored)
      else this.collection(prefix)
    }
    for (const collection of this.#collections.values()) {
      this.#tell(collection, collection.replaceAll(current, at))
      this.#forgetReleased(collection.prefix)
    }
    this.#revision = at
    for (const listener of this.#recordListeners.values()) listener()
    for (const key of records) this.#notifyFollowers(key)
    this.#wake(at)
  }

  #apply(changes: readonly Change[], upTo: Revision): void {
    for (let start = 0; start < changes.length; ) {
      const first = changes[start] as Change
      const prefix = collectionOf(first.key)
      let end = start + 1
      while (prefix !== '' && end < changes.length && (changes[end] as Change).key.startsWith(prefix)) end++
      if (prefix === '') this.#refuse(first)
      else if (prefix.startsWith(RESERVED)) this.#applyRecords(changes.slice(start, end))
      else this.#applyEvents(this.collection(prefix), changes.slice(start, end))
      start = end
    }
    this.#revision = upTo
    if (this.#waiting.length > 0) this.#wake(upTo)
  }

  #applyEvents(collection: Collection, changes: readonly Change[]): void {
    let events: readonly WatchEvent[] = []
    try {
      events = collection.apply(changes)
    } catch (err) {
      // Some watches may have missed an event: their clients begin again where they were.
      this.#logger.error({ err, collection: collection.prefix }, 'changes could not be told to watches')
      collection.closeWatchers()
    }
    this.#tell(collection, events)
    if (this.#released.size > 0) this.#forgetReleased(collection.prefix)
  }

  /** A listener that throws breaks its contract. The server must not end with it. */
  #tell(collection: Collection, events: readonly WatchEvent[]): void {
    if (events.length === 0) return
    for (const listener of this.#listeners) {
      try {
        listener(collection, events)
      } catch (err) {
        const keys = events.slice(0, 10).map(({ object, previous }) => (object ?? previous)?.key)
        this.#logger.error({ err, keys }, 'a change of an object could not be followed')
      }
    }
  }

  /** The key is that of nothing that a server writes. */
  #refuse({ key, revision, value }: Pick<Change, 'key' | 'revision' | 'value'>): void {
    if (value === undefined) this.unreadable.forget(key)
    else this.unreadable.add(key, revision, new Error('its key is not that of an object'))
  }

  #applyRecords(changes: readonly Change[]): void {
    for (const { key, revision, value } of changes) {
      if (value === undefined) this.#records.delete(key)
      else this.#records.set(key, { key, revision, value })
      try {
        this.#recordListeners.get(key)?.()
        this.#notifyFollowers(key)
      } catch (err) {
        this.#logger.error({ err, key }, 'a change of a record could not be followed')
      }
    }
  }

  #notifyFollowers(key: string): void {
    const followers = this.#recordFollowers.get(collectionOf(key))
    if (followers !== undefined) for (const listener of followers) listener(key)
  }

  #wake(upTo: Revision): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const waiter of waiting) {
      if (waiter.revision <= upTo) waiter.resolve(true)
      else this.#waiting.push(waiter)
    }
  }
}

/** Everything in the store as of one revision, page by page. */
async function* readSnapshot(storage: Storage): AsyncGenerator<RangeResult, undefined> {
  let page = await storage.range('', { limit: FIRST_PAGE })
  const { revision: at } = page
  for (;;) {
    yield page
    if (!page.more) return undefined
    page = await storage.range('', { at, after: page.values.at(-1)?.key, limit: limitAfter(page) })
  }
}

/** How many objects are read next: neighbours are of one kind, and much of a size. */
function limitAfter({ values }: RangeResult): number {
  let bytes = 0
  for (const { value } of values) bytes += value.length
  return Math.min(Math.ceil((PAGE_BYTES * values.length) / bytes), MAX_PAGE)
}
