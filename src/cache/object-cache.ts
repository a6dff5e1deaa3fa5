import { collectionOf } from '../storage/collection-floors.js'
import {
  type Change,
  type Feed,
  INITIAL_REVISION,
  type Revision,
  type Storage,
  type StoredValue,
} from '../storage/contract.js'
import type { CachedObject } from './cached-object.js'
import { Collection } from './collection.js'
import type { WatchEvent } from './watch-event.js'

/** How many objects are read from the store at a time while the cache fills. */
const PAGE = 1000

/** Keys that begin so belong to the server itself; no kind is called that. */
const RESERVED = '~'

interface Waiter {
  readonly revision: Revision
  readonly resolve: (reached: boolean) => void
}

/**
 * Is told what has just happened in a collection, in the order of revisions and before any writer hears that
 * its write is done. Commits wait for it: it must be quick, and must not throw.
 */
export type EventListener = (collection: Collection, events: readonly WatchEvent[]) => void

/**
 * The current state of the store in memory, as encoded bytes: a read touches no disk and parses nothing.
 *
 * It is filled once from a snapshot and then kept by the store's feed. Engines that are the only writer of
 * their store tell a change before its write is acknowledged, so a reader sees every acknowledged write.
 */
export class ObjectCache {
  readonly #collections = new Map<string, Collection>()
  /** The server's own records, as they are stored. */
  readonly #records = new Map<string, StoredValue>()
  #revision: Revision = INITIAL_REVISION
  /** What the cache was filled with; earlier changes are known only to the store. */
  #filledAt: Revision = INITIAL_REVISION
  #feed: Feed | undefined
  #waiting: Waiter[] = []
  readonly #listeners = new Set<EventListener>()
  readonly #recordListeners = new Map<string, () => void>()

  private constructor() {}

  static async open(storage: Storage): Promise<ObjectCache> {
    const cache = new ObjectCache()
    await cache.#fill(storage)
    return cache
  }

  /** The collection whose keys begin with `group/plural/`. */
  collection(prefix: string): Collection {
    let collection = this.#collections.get(prefix)
    if (collection === undefined) {
      collection = new Collection(prefix, this.#filledAt)
      this.#collections.set(prefix, collection)
    }
    return collection
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

  /** Every change up to here is in the cache. */
  get revision(): Revision {
    return this.#revision
  }

  get collections(): Iterable<Collection> {
    return this.#collections.values()
  }

  /**
   * Resolves with true once the cache is as new as the revision, with false when that takes longer than
   * `patience` milliseconds; undefined when it already is.
   */
  reached(revision: Revision, patience?: number): Promise<boolean> | undefined {
    if (this.#revision >= revision) return undefined
    return new Promise((resolve) => {
      const waiter = { revision, resolve }
      this.#waiting.push(waiter)
      if (patience === undefined) return
      setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter)
        resolve(false)
      }, patience).unref()
    })
  }

  /** From now on the listener is told of every event, until the function that this returns is called. */
  onEvents(listener: EventListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The listener is told when one of the server's own records has changed. One listener per record. */
  onRecordChange(key: string, listener: () => void): void {
    this.#recordListeners.set(key, listener)
  }

  closeWatchers(): void {
    for (const collection of this.#collections.values()) collection.closeWatchers()
  }

  /** Nothing is heard of the store any more. Whoever still waits for a revision is told that it will not come. */
  close(): void {
    this.closeWatchers()
    this.#feed?.close()
    for (const { resolve } of this.#waiting) resolve(false)
    this.#waiting = []
  }

  async #fill(storage: Storage): Promise<void> {
    let page = await storage.range('', { limit: PAGE })
    const at = page.revision
    this.#revision = at
    this.#filledAt = at
    for (;;) {
      for (const { key, revision, value } of page.values) {
        if (key.startsWith(RESERVED)) this.#records.set(key, { key, revision, value })
        else this.collection(collectionOf(key)).load(key, revision, value)
      }
      if (!page.more) break
      page = await storage.range('', { at, after: page.values.at(-1)?.key, limit: PAGE })
    }
    this.#feed = await storage.follow(at, (changes, upTo) => this.#apply(changes, upTo))
  }

  #apply(changes: readonly Change[], upTo: Revision): void {
    for (let start = 0; start < changes.length; ) {
      const prefix = collectionOf((changes[start] as Change).key)
      let end = start + 1
      while (end < changes.length && (changes[end] as Change).key.startsWith(prefix)) end++
      const group = changes.slice(start, end)
      if (prefix.startsWith(RESERVED)) this.#applyRecords(group)
      else this.#applyEvents(this.collection(prefix), group)
      start = end
    }
    this.#revision = upTo
    if (this.#waiting.length > 0) this.#wake(upTo)
  }

  #applyEvents(collection: Collection, changes: readonly Change[]): void {
    const events = collection.apply(changes)
    for (const listener of this.#listeners) listener(collection, events)
  }

  #applyRecords(changes: readonly Change[]): void {
    for (const { key, revision, value } of changes) {
      if (value === undefined) this.#records.delete(key)
      else this.#records.set(key, { key, revision, value })
      this.#recordListeners.get(key)?.()
    }
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
