import type { CachedObject } from './cached-object.js'

/** How many pages of a collection are kept at most. */
const MAX_PAGES = 16
/** How many bytes the joined items of all pages of a collection take at most. */
const MAX_BYTES = 32 * 1024 * 1024
/**
 * How often a page is sent in pieces before they are joined. Pages of objects that change often are dropped before
 * that, which saves large short-lived buffers.
 */
const SHOWN_BEFORE = 2
/** Joining blocks the event loop, so it is limited to this size. */
const MAX_JOINED = 16 * 1024 * 1024

/** The position of a page in its list. */
export interface PagePlace {
  /** Its last key, if more keys follow. */
  readonly next: string | undefined
  /** How many objects remain; undefined if not counted. */
  readonly remaining: number | undefined
}

/**
 * The objects of a list, in order. The same list gets the same page while nothing has changed, without a search and
 * without joining bytes.
 */
export class CachedPage {
  readonly objects: readonly CachedObject[]
  readonly place: PagePlace
  /** By the serializer of the items: the joined bytes, or how often the items have been shown in pieces so far. */
  readonly #joined = new Map<object, Buffer | number>()
  readonly #grow: (bytes: number) => boolean

  constructor(objects: readonly CachedObject[], place: PagePlace, grow: (bytes: number) => boolean) {
    this.objects = objects
    this.place = place
    this.#grow = grow
  }

  /**
   * All items in one buffer of `length` bytes, if the page was sent often enough: calls `join` once. Undefined if it
   * was not, or is too large.
   */
  joined(encoder: object, length: number, join: () => Buffer): Buffer | undefined {
    if (length > MAX_JOINED) return undefined
    const kept = this.#joined.get(encoder) ?? 0
    if (typeof kept !== 'number') return kept
    this.#joined.set(encoder, kept + 1)
    if (kept < SHOWN_BEFORE || !this.#grow(length)) return undefined
    const joined = join()
    this.#joined.set(encoder, joined)
    return joined
  }
}

/** The last pages of a collection, as long as it does not change. */
export class ListCache {
  readonly #pages = new Map<string, CachedPage>()
  #bytes = 0

  /** The page of a query, if it is kept. */
  find(query: string): CachedPage | undefined {
    return this.#pages.get(query)
  }

  /** Caches the current result of a query. */
  keep(query: string, objects: readonly CachedObject[], place: PagePlace): CachedPage {
    if (this.#pages.size >= MAX_PAGES) this.clear()
    const page = new CachedPage(objects, place, (bytes) => this.#grow(bytes))
    this.#pages.set(query, page)
    return page
  }

  /** Call on every change, so that no old object is held. */
  clear(): void {
    if (this.#pages.size === 0) return
    this.#pages.clear()
    this.#bytes = 0
  }

  #grow(bytes: number): boolean {
    if (this.#bytes + bytes > MAX_BYTES) return false
    this.#bytes += bytes
    return true
  }
}
