import type { SortedEntries } from '../util/sorted-entries.js'
import type { SortedMap } from '../util/sorted-map.js'
import type { CachedObject } from './cached-object.js'
import { type Selection, selects } from './selection.js'

/** How many objects are looked at before others have their turn: a millisecond or two. */
export const LOOKS = 4096

/**
 * Looks for objects among all that there are when it begins. There may be very many, so it does so a part at a time; from
 * one turn of the event loop to another only when it has been told to `holdState`.
 */
export interface Search {
  /** Whether everything has been found. */
  readonly isOver: boolean
  /** Looks at up to so many more objects. */
  look(count: number): void
  /** From now on objects may come and go, and it still finds what there was. */
  holdState(): void
  /** What has been found since this was last called, in the order of keys. */
  take(): CachedObject[]
  /** Whether there were keys behind this one where it has looked, of whatever objects. */
  hasKeysBehind(key: string): boolean
}

export interface SearchParts {
  /** What the keys of the selection begin with. */
  readonly scope: string
  readonly selection: Selection
  /** The key behind which it begins. */
  readonly after: string
  /** How many are to be found at most. */
  readonly limit: number
}

/** Looks at one object after the other. */
export class Walk implements Search {
  readonly #objects: SortedMap<CachedObject>
  readonly #parts: SearchParts
  #entries: SortedEntries<CachedObject>
  #after: string
  #wanted: number
  #found: CachedObject[] = []
  isOver = false

  constructor(objects: SortedMap<CachedObject>, parts: SearchParts) {
    this.#objects = objects
    this.#parts = parts
    this.#entries = objects
    this.#after = parts.after
    this.#wanted = parts.limit
  }

  look(count: number): void {
    const { scope, selection } = this.#parts
    const last = this.#entries.walkSome(scope, this.#after, count, (object) => {
      if (selects(selection, object)) {
        this.#found.push(object)
        this.#wanted--
      }
      return this.#wanted > 0
    })
    if (last === undefined) this.isOver = true
    else this.#after = last
  }

  holdState(): void {
    if (this.#entries === this.#objects) this.#entries = this.#objects.state()
  }

  take(): CachedObject[] {
    const found = this.#found
    this.#found = []
    return found
  }

  hasKeysBehind(key: string): boolean {
    for (const _ of this.#entries.keys(this.#parts.scope, key)) return true
    return false
  }
}

/** Few enough to have been found at once. */
export class Finding implements Search {
  readonly isOver = true
  readonly #hasKeysBehind: (key: string) => boolean
  #found: CachedObject[]

  constructor(found: CachedObject[], hasKeysBehind: (key: string) => boolean) {
    this.#found = found
    this.#hasKeysBehind = hasKeysBehind
  }

  look(): void {}

  holdState(): void {}

  take(): CachedObject[] {
    const found = this.#found
    this.#found = []
    return found
  }

  hasKeysBehind(key: string): boolean {
    return this.#hasKeysBehind(key)
  }
}
