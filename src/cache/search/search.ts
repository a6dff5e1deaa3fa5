import type { CachedObject } from '#cache/cached-object.js'
import type { FieldSelector } from '#selector/field-selector.js'
import type { LabelSelector } from '#selector/label-selector.js'
import { TimeBudget } from '#util/event-loop.js'
import type { SortedEntries, SortedMap } from '#util/sorted-map.js'

/** Which objects of a collection a list or a watch is about. */
export interface Selection {
  /** Undefined for all namespaces, and for kinds that have none. */
  readonly namespace: string | undefined
  readonly labels: LabelSelector
  readonly fields: FieldSelector
  /** Whether objects count on which initializers still have to act. */
  readonly includeUninitialized: boolean
}

export function selects(selection: Selection, object: CachedObject): boolean {
  const { namespace, labels, fields, includeUninitialized } = selection
  return (
    (namespace === undefined || object.namespace === namespace) &&
    (object.initialized || includeUninitialized) &&
    (fields.isEmpty || fields.matches(object)) &&
    (labels.isEmpty || labels.matches(object.labels))
  )
}

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
  /** Scans up to `count` more objects; fewer when that takes long. */
  scan(count: number): void
  /** Freezes the state that is searched; later changes have no effect. */
  holdState(): void
  /** The objects found since the last call, in key order. */
  take(): CachedObject[]
  /** Whether there were keys behind this one where it has looked, of whatever objects. */
  hasKeysBehind(key: string): boolean
}

export interface SearchOptions {
  /** The key prefix of the selection. */
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
  readonly #options: SearchOptions
  #entries: SortedEntries<CachedObject>
  #after: string
  #wanted: number
  #found: CachedObject[] = []
  isOver = false

  constructor(objects: SortedMap<CachedObject>, options: SearchOptions) {
    this.#objects = objects
    this.#options = options
    this.#entries = objects
    this.#after = options.after
    this.#wanted = options.limit
  }

  scan(count: number): void {
    const slice = new TimeBudget()
    for (let left = count; left > 0 && !this.isOver; left -= GLANCE) {
      this.#lookAt(Math.min(left, GLANCE))
      if (slice.isOver) return
    }
  }

  #lookAt(count: number): void {
    const { scope, selection } = this.#options
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
    for (const _ of this.#entries.keys(this.#options.scope, key)) return true
    return false
  }
}

/** Looks at the few objects that an index names. */
export class IndexedSearch implements Search {
  readonly #objects: SortedMap<CachedObject>
  readonly #options: SearchOptions
  /** In order. */
  readonly #keys: readonly string[]
  /** The entries as of the call of `holdState`. */
  #held: SortedEntries<CachedObject> | undefined
  #next = 0
  #wanted: number
  #found: CachedObject[] = []

  constructor(objects: SortedMap<CachedObject>, options: SearchOptions, keys: readonly string[]) {
    this.#objects = objects
    this.#options = options
    this.#keys = keys
    this.#wanted = options.limit
  }

  get isOver(): boolean {
    return this.#next >= this.#keys.length || this.#wanted <= 0
  }

  scan(count: number): void {
    const { selection, after } = this.#options
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
    for (const _ of entries.keys(this.#options.scope, key)) return true
    return false
  }
}
