import { silentLogger } from '#observe/logger.js'
import type { Change, Revision, StoredValue } from '#storage/contract.js'
import { SortedMap } from '#util/sorted-map.js'
import type { CachedObject } from './cached-object.js'
import { ListCache } from './list-cache.js'
import { LabelIndex } from './search/label-index.js'
import { IndexedSearch, ScanSearch, type Search, type Selection } from './search/search.js'
import { type ReadStored, readOwn } from './stored-value.js'
import { UnreadableValues } from './unreadable-values.js'
import { EventRing } from './watch/event-ring.js'
import { FanOut } from './watch/fan-out.js'
import { WatchEvent } from './watch/watch-event.js'
import type { Watcher } from './watch/watcher.js'

/** The current objects of one kind, its recent events and its watchers. */
export class Collection {
  /** The prefix of its keys: `group/plural/`. */
  readonly prefix: string
  #objects = new SortedMap<CachedObject>()
  /** How many objects there are by namespace. */
  readonly #sizes = new Map<string, number>()
  readonly #labels = new LabelIndex()
  /** The pages of lists since the last change. */
  readonly pages = new ListCache()
  #recent: EventRing
  #lastChange: Revision
  readonly #watchers = new FanOut()

  readonly #readStored: ReadStored
  readonly #unreadable: UnreadableValues

  /** `lastChange` is the revision of the last change before those that will be applied. */
  constructor(
    prefix: string,
    lastChange: Revision,
    readStored: ReadStored = readOwn,
    unreadable = new UnreadableValues(silentLogger),
  ) {
    this.prefix = prefix
    this.#readStored = readStored
    this.#unreadable = unreadable
    this.#lastChange = lastChange
    this.#recent = new EventRing(lastChange)
  }

  get size(): number {
    return this.#objects.size
  }

  /** The namespaces that have objects. */
  get namespaces(): Iterable<string> {
    return this.#sizes.keys()
  }

  /** How many objects there are in a namespace, or in all of them. */
  sizeOf(namespace: string | undefined): number {
    return namespace === undefined ? this.#objects.size : (this.#sizes.get(namespace) ?? 0)
  }

  /** How many objects follow a key. Visits each of them. */
  sizeBehind(namespace: string | undefined, key: string): number {
    let size = 0
    for (const _ of this.#objects.keys(this.scope({ namespace }), key)) size++
    return size
  }

  /** The revision of the last change of any of its objects. At any later revision its state is the same. */
  get lastChange(): Revision {
    return this.#lastChange
  }

  get(key: string): CachedObject | undefined {
    return this.#objects.get(key)
  }

  /** The objects of a selection in key order, as they are now. */
  select(selection: Selection): CachedObject[] {
    const search = this.search(selection)
    while (!search.isOver) search.scan(Number.POSITIVE_INFINITY)
    return search.take()
  }

  /** The same, after a key and up to a limit, in steps. */
  search(selection: Selection, after = '', limit = Number.POSITIVE_INFINITY): Search {
    const parts = { scope: this.scope(selection), selection, after, limit }
    const only = this.#onlyKey(selection)
    if (only !== undefined) return new IndexedSearch(this.#objects, { ...parts, scope: only }, [only])
    const candidates = selection.labels.isEmpty
      ? undefined
      : this.#labels.candidates(selection.labels, this.#objects)
    return candidates === undefined
      ? new ScanSearch(this.#objects, parts)
      : new IndexedSearch(this.#objects, parts, candidates)
  }

  /** The key prefix of a selection. */
  scope({ namespace }: Pick<Selection, 'namespace'>): string {
    return namespace === undefined ? this.prefix : `${this.prefix}${namespace}/`
  }

  /** Adds an object while the cache is filled. The cache takes over the value. */
  load(stored: StoredValue): void {
    const object = this.#readCurrent(stored, true)
    if (object === undefined) return
    this.#objects.set(stored.key, object)
    this.#resize(object, 1)
  }

  /** Takes over the objects of the same collection in another cache. Earlier events are only in the store. */
  copyFrom(other: Collection): void {
    this.#objects = other.#objects.copy()
    for (const [namespace, size] of other.#sizes) this.#sizes.set(namespace, size)
    this.#lastChange = other.#lastChange
    this.#recent = new EventRing(other.#lastChange)
  }

  /** The object of a stored value; undefined if it cannot be decoded. */
  read(stored: StoredValue): CachedObject | undefined {
    try {
      return this.#readStored(stored, false)
    } catch {
      return undefined
    }
  }

  /** Replaces all objects by the state of a revision; the changes in between are unknown. Returns the differences. */
  replaceAll(current: ReadonlyMap<string, StoredValue>, revision: Revision): readonly WatchEvent[] {
    const changes: Change[] = []
    for (const key of this.#objects.keys(this.prefix)) {
      if (!current.has(key)) changes.push({ key, revision, value: undefined, previous: undefined })
    }
    for (const [key, stored] of current) {
      if (!key.startsWith(this.prefix) || this.#objects.get(key)?.revision === stored.revision) continue
      changes.push({ ...stored, previous: undefined })
    }
    const events = changes.flatMap((change) => this.#applyOne(change) ?? [])
    this.pages.clear()
    this.#recent = new EventRing(revision)
    this.#lastChange = revision
    return events
  }

  /** Applies changes of this collection, in order, notifies the watchers, the first of them at once, and returns the events. */
  apply(changes: readonly Change[]): readonly WatchEvent[] {
    const events: WatchEvent[] = []
    for (const change of changes) {
      const event = this.#applyOne(change)
      if (event !== undefined) events.push(event)
    }
    this.pages.clear()
    for (const event of events) this.#recent.push(event)
    this.#lastChange = (changes.at(-1) as Change).revision
    if (events.length > 0) this.#watchers.notify(events)
    return events
  }

  /** Notifies the watcher of every change until it is closed. */
  attach(watcher: Watcher): void {
    this.#watchers.add(watcher)
  }

  /** Ends all watches, because the representation of objects has changed. Clients watch again. */
  closeWatchers(): void {
    this.#watchers.closeAll()
  }

  /** Ends all watches, including those that are opened later through this collection. */
  end(): void {
    this.#watchers.end()
  }

  /** The last revision up to which every watcher has received all events. `current` is the revision of the cache. */
  notifiedUpTo(current: Revision): Revision {
    const { pending } = this.#watchers
    return pending === undefined ? current : ((pending - 1) as Revision)
  }

  /** Drops the events up to a revision. */
  compact(revision: Revision): void {
    this.#recent.compact(revision)
  }

  /** The events after a revision if all of them are in memory, else undefined. */
  recentEvents(after: Revision): WatchEvent[] | undefined {
    return after >= this.#recent.watermark ? this.#recent.after(after) : undefined
  }

  /** All events in memory, in order. */
  get allRecentEvents(): WatchEvent[] {
    return this.#recent.after(this.#recent.watermark)
  }

  /** An object whose new value cannot be decoded counts as deleted. Undefined if there is no event. */
  #applyOne({ key, revision, value }: Change): WatchEvent | undefined {
    const previous = this.#objects.get(key)
    if (value === undefined) this.#unreadable.forget(key)
    const object = value && this.#readCurrent({ key, revision, value }, false)
    if (object === undefined) {
      if (previous === undefined) return undefined
      this.#objects.delete(key)
      this.#resize(previous, -1)
      this.#labels.replace(previous, undefined)
      return new WatchEvent(revision, undefined, previous)
    }
    this.#objects.set(key, object)
    if (previous === undefined) this.#resize(object, 1)
    this.#labels.replace(previous, object)
    return new WatchEvent(revision, object, previous)
  }

  #readCurrent(stored: StoredValue, isOwned: boolean): CachedObject | undefined {
    const { key, revision } = stored
    try {
      const object = this.#readStored(stored, isOwned)
      this.#unreadable.forget(key)
      return object
    } catch (error) {
      this.#unreadable.add(key, revision, error)
      return undefined
    }
  }

  #resize({ namespace }: CachedObject, by: number): void {
    if (namespace === '') return
    const size = (this.#sizes.get(namespace) ?? 0) + by
    if (size > 0) this.#sizes.set(namespace, size)
    else this.#sizes.delete(namespace)
  }

  /** The only key that a selector by name can match. */
  #onlyKey(selection: Selection): string | undefined {
    const { name } = selection.fields
    if (name === undefined || (selection.namespace === undefined && this.#isNamespaced)) return undefined
    return this.scope(selection) + name
  }

  /** Whether its objects live in namespaces, as the first of them shows. */
  get #isNamespaced(): boolean {
    for (const key of this.#objects.keys(this.prefix)) return key.includes('/', this.prefix.length)
    return false
  }
}
