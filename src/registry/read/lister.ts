import type { CachedObject } from '#cache/cached-object.js'
import type { Collection } from '#cache/collection.js'
import type { CachedPage, PagePlace } from '#cache/list-cache.js'
import { SCAN_STEP, type Search, type Selection, selects } from '#cache/search/search.js'
import type { Revision, Storage } from '#storage/contract.js'
import { isOverBudget, mapYielding, yieldToEventLoop } from '#util/event-loop.js'
import type { ContinuePoint } from './continue-token.js'
import type { ListOptions } from './list-options.js'

/** One chunk of a list, or the whole of it. */
export interface ListPage extends PagePlace {
  readonly objects: readonly CachedObject[]
  /** Set where the list cache holds the page. */
  readonly cached: CachedPage | undefined
  /** The revision of the page. */
  readonly revision: Revision
}

/** How many values are read from the store's history before the lister yields to the event loop. */
const HISTORY_PAGE = 100

/** Lists the objects of one kind. */
export class Lister {
  readonly #storage: Storage
  readonly #collection: Collection

  constructor(storage: Storage, collection: Collection) {
    this.#storage = storage
    this.#collection = collection
  }

  /** Lists the current state of the cache, which has `revision`. */
  async current(revision: Revision, options: ListOptions, point?: ContinuePoint): Promise<ListPage> {
    const after = point?.after ?? ''
    const { selection, selectorText, limit = Number.POSITIVE_INFINITY } = options
    const { namespace = '', includeUninitialized } = selection
    const query = `${namespace} ${after} ${limit} ${includeUninitialized} ${selectorText}`
    const cached = this.#collection.pages.find(query)
    if (cached !== undefined) {
      const { next, remaining } = cached.place
      return { objects: cached.objects, cached, revision, next, remaining }
    }

    const { lastChange } = this.#collection
    // Counted at the start of the search: objects may change before it ends.
    const size = isSelective(selection) ? undefined : this.#sizeBehind(selection, point)
    const search = this.#collection.search(selection, after, limit)
    if (!search.isOver && !isOverBudget()) search.scan(SCAN_STEP)
    if (!search.isOver) await searchOn(search)
    const objects = search.take()
    const last = objects.length < limit ? undefined : objects.at(-1)?.key
    const next = last !== undefined && search.hasKeysBehind(last) ? last : undefined
    const place = { next, remaining: remainingOf(size, objects, next) }
    const isCurrent = this.#collection.lastChange === lastChange
    const kept = isCurrent ? this.#collection.pages.keep(query, objects, place) : undefined
    return { ...place, objects, cached: kept, revision }
  }

  /** Lists the state at a revision, after a key. Throws `RevisionUnavailable` if it is compacted. */
  async at(point: ContinuePoint, options: ListOptions): Promise<ListPage> {
    const revision = point.revision as Revision
    // Nothing has changed since that revision, so the cache has the same state.
    if (this.#collection.lastChange <= revision) return this.current(revision, options, point)
    return this.#past(revision, options, point)
  }

  /** How many objects there are in a namespace, or in all, after the continue point. */
  #sizeBehind({ namespace }: Selection, point: ContinuePoint | undefined): number {
    if (point === undefined || point.after === '') return this.#collection.sizeOf(namespace)
    return point.remaining ?? this.#collection.sizeBehind(namespace, point.after)
  }

  async #past(at: Revision, options: ListOptions, point: ContinuePoint): Promise<ListPage> {
    const { selection, limit = Number.POSITIVE_INFINITY } = options
    const scope = this.#collection.scope(selection)
    const objects: CachedObject[] = []
    for (let after: string | undefined = point.after; ; ) {
      const page = await this.#storage.range(scope, { at, after, limit: Math.min(HISTORY_PAGE, limit) })
      const found = await mapYielding(page.values, (stored) => this.#collection.read(stored))
      for (const [index, object] of found.entries()) {
        if (object === undefined || !selects(selection, object)) continue
        objects.push(object)
        if (objects.length < limit) continue
        const more = page.more || index < page.values.length - 1
        const next = more ? object.key : undefined
        const remaining = remainingOf(point.remaining, objects, next)
        return { objects, cached: undefined, revision: at, next, remaining }
      }
      if (!page.more) {
        return { objects, cached: undefined, revision: at, next: undefined, remaining: undefined }
      }
      after = page.values.at(-1)?.key
      await yieldToEventLoop()
    }
  }
}

/** Whether objects are selected one by one, so that their number is unknown in advance. */
function isSelective({ labels, fields }: Selection): boolean {
  return !labels.isEmpty || !fields.isEmpty
}

/** How many of `size` objects remain after a page; undefined if none or unknown. */
function remainingOf(
  size: number | undefined,
  { length }: readonly CachedObject[],
  next: string | undefined,
) {
  return size === undefined || next === undefined ? undefined : size - length
}

/** Searches to the end, and yields to the event loop meanwhile. */
async function searchOn(search: Search): Promise<void> {
  search.holdState()
  while (!search.isOver) {
    await yieldToEventLoop()
    search.scan(SCAN_STEP)
  }
}

/** The result of a list. */
export interface ObjectList {
  readonly objects: readonly CachedObject[]
  /** Set where the list cache holds the page. */
  readonly cached: CachedPage | undefined
  /** Undefined in groups whose lists do not carry it. */
  readonly selfLink: string | undefined
  /** Undefined for objects that are not stored. */
  readonly revision: Revision | undefined
  /** The continue token, if there is more. */
  readonly next: string | undefined
  /** How many objects remain, if known without counting. */
  readonly remaining: number | undefined
}
