import { TimeBudget } from '#util/event-loop.js'
import type { SortedEntries, SortedMap } from '#util/sorted-map.js'
import type { CachedObject } from './cached-object.js'
import { type Selection, selects } from './selection.js'

/** How many objects are looked at before the search yields to the event loop, unless the time budget is over first. */
export const SCAN_STEP = 4096
/** How many objects are looked at between two looks at the clock: a selector may take microseconds for each. */
const GLANCE = 256

/**
 * Looks for objects among all that there are when it begins. There may be very many, so it does so a part at a time;
 * across turns of the event loop only after `holdState`.
 */
export interface Search {
  /** Whether everything has been found. */
  readonly isOver: boolean
  /** Looks at up to so many more objects; at fewer when that takes long. */
  look(count: number): void
  /** From now on objects may come and go, and it still finds what there was. */
  holdState(): void
  /** What has been found since this was last called, in the order of keys. */
  take(): CachedObject[]
  /** Whether there were keys behind this one where it has looked, of whatever objects. */
  hasKeysBehind(key: string): boolean
}

export interface SearchOptions {
  /** What the keys of the selection begin with. */
  readonly scope: string
  readonly selection: Selection
  /** The key behind which it begins. */
  readonly after: string
  /** How many are to be found at most. */
  readonly limit: number
}

/** Looks at one object after the other. */
export class ScanSearch implements Search {
  readonly #objects: SortedMap<CachedObject>
  readonly #parts: SearchOptions
  #entries: SortedEntries<CachedObject>
  #after: string
  #wanted: number
  #found: CachedObject[] = []
  isOver = false

  constructor(objects: SortedMap<CachedObject>, parts: SearchOptions) {
    this.#objects = objects
    this.#parts = parts
    this.#entries = objects
    this.#after = parts.after
    this.#wanted = parts.limit
  }

  look(count: number): void {
    const slice = new TimeBudget()
    for (let left = count; left > 0 && !this.isOver; left -= GLANCE) {
      this.#lookAt(Math.min(left, GLANCE))
      if (slice.isOver) return
    }
  }

  #lookAt(count: number): void {
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

/** Looks at the few objects that an index names. */
export class Choice implements Search {
  readonly #objects: SortedMap<CachedObject>
  readonly #parts: SearchOptions
  /** In order. */
  readonly #keys: readonly string[]
  /** The entries as of the call of `holdState`. */
  #held: SortedEntries<CachedObject> | undefined
  #next = 0
  #wanted: number
  #found: CachedObject[] = []

  constructor(objects: SortedMap<CachedObject>, parts: SearchOptions, keys: readonly string[]) {
    this.#objects = objects
    this.#parts = parts
    this.#keys = keys
    this.#wanted = parts.limit
  }

  get isOver(): boolean {
    return this.#next >= this.#keys.length || this.#wanted <= 0
  }

  look(count: number): void {
    const { selection, after } = this.#parts
    const slice = new TimeBudget()
    for (let looked = 1; looked <= count && !this.isOver; looked++) {
      const key = this.#keys[this.#next++] as string
      const object = key > after ? this.#get(key) : undefined
      if (object !== undefined && selects(selection, object)) {
        this.#found.push(object)
        this.#wanted--
      }
      if (looked % GLANCE === 0 && slice.isOver) return
    }
  }

  holdState(): void {
    if (!this.isOver) this.#held ??= this.#objects.state()
  }

  #get(key: string): CachedObject | undefined {
    return this.#held === undefined ? this.#objects.get(key) : this.#held.find(key)
  }

  take(): CachedObject[] {
    const found = this.#found
    this.#found = []
    return found
  }

  hasKeysBehind(key: string): boolean {
    const entries = this.#held ?? this.#objects
    for (const _ of entries.keys(this.#parts.scope, key)) return true
    return false
  }
}
