import type { CachedObject } from './cached-object.js'

/** How many pages of a collection are kept at most. */
const MAX_PAGES = 16
/** How many bytes the joined items of all pages of a collection take at most. */
const MAX_BYTES = 32 * 1024 * 1024
/**
 * How often a page is shown in pieces before they are joined. Where objects are written all the time no page lives long
 * enough to be shown so often, and large buffers that are soon dropped keep the garbage collector busy.
 */
const SHOWN_BEFORE = 2
/** Joining stops the server for as long as it takes to copy so much. */
const MAX_JOINED = 16 * 1024 * 1024

/** Where a page lies in its list. */
export interface PagePlace {
  /** Its last key, when there are keys behind it. */
  readonly next: string | undefined
  /** How many objects are still to come; undefined where that would have to be counted. */
  readonly remaining: number | undefined
}

/**
 * The objects that a list has shown, in order. Who lists the same again, while nothing has changed, gets the same page:
 * the objects need not be looked for, nor their bytes put together.
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
   * All items in one piece of `length` bytes, if they have been shown often enough: then `join` puts them together,
   * once. Undefined when they are not, or not worth keeping.
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

  /** Keeps what a query has found among the objects as they are now. */
  keep(query: string, objects: readonly CachedObject[], place: PagePlace): CachedPage {
    if (this.#pages.size >= MAX_PAGES) this.clear()
    const page = new CachedPage(objects, place, (bytes) => this.#grow(bytes))
    this.#pages.set(query, page)
    return page
  }

  /** To be called when anything changes, so that no old object is held. */
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
