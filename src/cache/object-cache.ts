import { setTimeout as pause } from 'node:timers/promises'
import { serviceUnavailable, unreadableValue } from '#meta/api-error.js'
import { type Logger, silentLogger } from '#observe/logger.js'
import { collectionOf } from '#storage/compaction-watermarks.js'
import {
  type Change,
  type Feed,
  INITIAL_REVISION,
  type Revision,
  type Storage,
  type StoredValue,
} from '#storage/contract.js'
import type { CachedObject } from './cached-object.js'
import type { Collection } from './collection.js'
import { Collections } from './collections.js'
import { ReadIndex } from './read-index.js'
import { RevisionWaiters } from './revision-waiters.js'
import { isRecordKey, type RecordListener, ServerRecords } from './server-records.js'
import { readSnapshot } from './snapshot.js'
import { type CheckObject, readOwn, readShared } from './stored-value.js'
import { UnreadableValues } from './unreadable-values.js'
import { OpenWatchers } from './watch/open-watchers.js'
import type { WatchEvent } from './watch/watch-event.js'

/** How long the cache waits before it retries a full read. */
const RECOVERY_PAUSE_MS = 500

/**
 * Receives the events of a collection, in the order of revisions and before any write is acknowledged. Commits wait for
 * the listener: it must be quick, and must not throw.
 */
export type EventListener = (collection: Collection, events: readonly WatchEvent[]) => void

/**
 * The current state of the store in memory, as encoded bytes: a read touches no disk and parses nothing.
 *
 * It is filled once from a snapshot and then follows the store's feed. Engines that are the only writer of their store
 * report a change before its write is acknowledged, so a reader sees every acknowledged write.
 */
export class ObjectCache {
  /** All watches of all kinds. */
  readonly watchers = new OpenWatchers()
  readonly #collections: Collections
  readonly #records: ServerRecords
  #revision: Revision = INITIAL_REVISION
  #feed: Feed | undefined
  readonly #waiters = new RevisionWaiters()
  #closed = false
  #suspendReason: string | undefined
  readonly #listeners = new Set<EventListener>()
  readonly #storage: Storage
  readonly #logger: Logger
  /** Undefined if the feed alone guarantees current reads. */
  readonly #readIndex: ReadIndex | undefined

  /** The stored values that cannot be read. */
  readonly unreadable: UnreadableValues

  private constructor(storage: Storage, logger: Logger, check: CheckObject) {
    this.#storage = storage
    this.#logger = logger
    const readStored = storage.isOnlyWriter ? readOwn : readShared(check)
    this.unreadable = new UnreadableValues(logger)
    this.#records = new ServerRecords(logger, this.unreadable)
    this.#collections = new Collections(readStored, this.unreadable)
    this.#readIndex = storage.isOnlyWriter ? undefined : new ReadIndex(storage, this)
  }

  /** If others write to the store too, objects for which `check` throws are omitted. */
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

  /** The cache of a store that was forked from the store of this cache, without reading it. */
  async fork(storage: Storage, logger = silentLogger): Promise<ObjectCache> {
    const cache = new ObjectCache(storage, logger, () => undefined)
    cache.#revision = this.#revision
    cache.#collections.copyFrom(this.#collections)
    cache.#records.copyFrom(this.#records)
    await cache.#follow()
    return cache
  }

  /** The collection whose keys begin with `group/plural/`. */
  collection(prefix: string): Collection {
    return this.#collections.get(prefix)
  }

  /** The kind of the prefix is removed: the collection is dropped with its last object. */
  release(prefix: string): void {
    this.#collections.release(prefix)
  }

  /** A kind is stored under the prefix again. */
  retain(prefix: string): void {
    this.#collections.retain(prefix)
  }

  /** How many objects there are. */
  get size(): number {
    return this.#collections.size
  }

  get(key: string): CachedObject | undefined {
    return this.#collections.find(collectionOf(key))?.get(key)
  }

  /** One of the server's own records, under a key that begins with a tilde. */
  record(key: string): StoredValue | undefined {
    return this.#records.get(key)
  }

  /** The keys of the records that begin with `~/plural/`. */
  *recordKeys(prefix: string): Generator<string> {
    yield* this.#records.keys(prefix)
  }

  /** The cache has every change up to this revision. */
  get revision(): Revision {
    return this.#revision
  }

  get collections(): Iterable<Collection> {
    return this.#collections.all()
  }

  /**
   * Resolves when the cache has every write that was acknowledged before the call; undefined when it always has.
   * Rejects with an `ApiError` on a timeout.
   */
  current(): Promise<void> | undefined {
    return this.#readIndex?.current()
  }

  /**
   * Resolves with true once the cache is as new as the revision, with false when that takes longer than
   * `timeoutMs`; undefined when it already is.
   */
  reached(revision: Revision, timeoutMs?: number): Promise<boolean> | undefined {
    return this.#revision >= revision ? undefined : this.#waiters.wait(revision, timeoutMs)
  }

  /** Calls the listener with every event. Returns a function that stops it. */
  onEvents(listener: EventListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The listener is called when one of the server's own records has changed. One listener per record. */
  onRecordChange(key: string, listener: () => void): void {
    this.#records.onChange(key, listener)
  }

  /** Calls the listener with the key of each changed record under `~/plural/`. Returns a function that stops it. */
  onRecordsUnder(prefix: string, listener: RecordListener): () => void {
    return this.#records.onChangeUnder(prefix, listener)
  }

  /** The store is incomplete, as during an import: ends watches and rejects waiting reads. */
  suspend(reason: string): void {
    this.#suspendReason = reason
    this.watchers.suspend()
  }

  resume(): void {
    this.#suspendReason = undefined
    this.watchers.resume()
  }

  /** Call after waiting for the cache. Throws the error for the client while the cache is suspended. */
  expectWhole(): void {
    if (this.#suspendReason !== undefined) throw serviceUnavailable(this.#suspendReason)
  }

  /** Call for an object that is not found. Throws the error for the client if its value cannot be decoded. */
  expectReadable(key: string): void {
    if (this.unreadable.revisionOf(key) !== undefined) throw unreadableValue(key)
  }

  /** Drops the events of a compacted history: no watch can start there any more. */
  compact(revision: Revision): void {
    for (const collection of this.#collections.all()) collection.compact(revision)
  }

  /** Stops following the store. Reads that wait for a revision are rejected. */
  close(): void {
    this.#closed = true
    this.watchers.end()
    this.#feed?.close()
    this.#waiters.close()
  }

  async #fill(): Promise<void> {
    const snapshot = readSnapshot(this.#storage)
    const first = (await snapshot.next()).value
    if (first === undefined) return
    this.#revision = first.revision
    this.#collections.filledAt = first.revision
    this.#load(first.values)
    for await (const { values } of snapshot) this.#load(values)
  }

  #load(values: readonly StoredValue[]): void {
    for (const stored of values) {
      const { key } = stored
      const prefix = collectionOf(key)
      if (isRecordKey(key)) this.#records.load(stored)
      else if (prefix === '') this.#reject(stored)
      else this.collection(prefix).load(stored)
    }
  }

  async #follow(): Promise<void> {
    const listener = (changes: readonly Change[], upTo: Revision) => this.#apply(changes, upTo)
    const feed = await this.#storage.follow(this.#revision, listener, '', 'omitted')
    this.#feed = feed
    if (this.#closed) feed.close()
    // The store cannot report missing changes any more: read everything again.
    feed.ended.catch((error: unknown) => this.#recover(error))
  }

  /** Until the recovery succeeds, the cache keeps its state and current reads wait. */
  async #recover(lost: unknown): Promise<void> {
    if (this.#closed) return
    this.#logger.warn({ err: lost }, 'changes of the store were missed; all of it is read again')
    // Log a repeated failure once.
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
    this.#collections.filledAt = at
    this.unreadable.clear()
    const notifyRecordListeners = this.#records.replaceAll(current)
    for (const stored of current.values()) {
      const prefix = collectionOf(stored.key)
      if (isRecordKey(stored.key)) continue
      if (prefix === '') this.#reject(stored)
      else this.collection(prefix)
    }
    for (const collection of this.#collections.all()) {
      this.#notify(collection, collection.replaceAll(current, at))
      this.#collections.dropReleased(collection.prefix)
    }
    this.#revision = at
    notifyRecordListeners()
    this.#waiters.advance(at)
  }

  #apply(changes: readonly Change[], upTo: Revision): void {
    for (let start = 0; start < changes.length; ) {
      const first = changes[start] as Change
      const prefix = collectionOf(first.key)
      let end = start + 1
      while (prefix !== '' && end < changes.length && (changes[end] as Change).key.startsWith(prefix)) end++
      if (prefix === '') this.#reject(first)
      else if (isRecordKey(prefix)) this.#records.apply(changes.slice(start, end))
      else this.#applyEvents(this.collection(prefix), changes.slice(start, end))
      start = end
    }
    this.#revision = upTo
    this.#waiters.advance(upTo)
  }

  #applyEvents(collection: Collection, changes: readonly Change[]): void {
    let events: readonly WatchEvent[] = []
    try {
      events = collection.apply(changes)
    } catch (err) {
      // Some watches may have missed an event: their clients resume.
      this.#logger.error({ err, collection: collection.prefix }, 'changes could not be sent to watches')
      collection.closeWatchers()
    }
    this.#notify(collection, events)
    this.#collections.dropReleased(collection.prefix)
  }

  /** A listener must not throw; if it does, the server continues. */
  #notify(collection: Collection, events: readonly WatchEvent[]): void {
    if (events.length === 0) return
    for (const listener of this.#listeners) {
      try {
        listener(collection, events)
      } catch (err) {
        const keys = events.slice(0, 10).map(({ object, previous }) => (object ?? previous)?.key)
        this.#logger.error({ err, keys }, 'a listener failed on the change of an object')
      }
    }
  }

  /** No server writes such a key. */
  #reject({ key, revision, value }: Pick<Change, 'key' | 'revision' | 'value'>): void {
    if (value === undefined) this.unreadable.forget(key)
    else this.unreadable.add(key, revision, new Error('its key is not that of an object'))
  }
}
