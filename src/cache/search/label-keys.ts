import type { CachedObject } from '#cache/cached-object.js'
import { yieldToEventLoop } from '#util/event-loop.js'
import type { SortedMap } from '#util/sorted-map.js'
import { SCAN_STEP } from './search.js'

/** Stands for the keys of a value that are not held because very many have it. */
const COMMON = 'common'

/** An object that took the place of another; either may be missing. */
type Replacement = readonly [previous: CachedObject | undefined, object: CachedObject | undefined]

/**
 * The keys of the objects with one label, by its value. It is built by a scan in steps; changes during the scan are
 * applied at its end.
 */
export class LabelKeys {
  readonly #label: string
  /** Values with more objects than this are not indexed. */
  readonly #commonFrom: number
  readonly #byValue = new Map<string, Set<string> | typeof COMMON>()
  /** What has changed since it was begun; undefined when it is complete. */
  #missed: Replacement[] | undefined = []
  #isWanted = true

  constructor(label: string, objects: SortedMap<CachedObject>, commonFrom: number) {
    this.#label = label
    this.#commonFrom = commonFrom
    const entries = objects.state()
    let after: string | undefined = ''
    /** Returns whether the scan is complete. */
    const indexSome = () => {
      after = entries.walkSome('', after ?? '', SCAN_STEP, (object, key) => {
        const value = this.#valueOf(object)
        if (value !== undefined) this.#add(value, key, this.#commonFrom)
        return true
      })
      return after === undefined
    }
    if (indexSome()) this.#missed = undefined
    else this.#complete(indexSome)
  }

  /** The keys of the objects that have one of the values; undefined when they are not known. */
  find(values: readonly string[]): Set<string>[] | undefined {
    if (this.#missed !== undefined) return undefined
    const found: Set<string>[] = []
    for (const value of values) {
      const keys = this.#byValue.get(value)
      if (keys === COMMON) return undefined
      if (keys !== undefined) found.push(keys)
    }
    return found
  }

  replace(previous: CachedObject | undefined, object: CachedObject | undefined): void {
    if (this.#missed !== undefined) {
      this.#missed.push([previous, object])
      return
    }
    const before = this.#valueOf(previous)
    const after = this.#valueOf(object)
    if (before === after) return
    if (before !== undefined) this.#remove(before, (previous as CachedObject).key)
    if (after !== undefined) this.#add(after, (object as CachedObject).key, Number.POSITIVE_INFINITY)
  }

  /** No request will use this index any more. */
  abandon(): void {
    this.#isWanted = false
  }

  async #complete(lookAtSome: () => boolean): Promise<void> {
    do {
      await yieldToEventLoop()
      if (!this.#isWanted) return
    } while (!lookAtSome())
    const missed = this.#missed ?? []
    this.#missed = undefined
    for (const [previous, object] of missed) this.replace(previous, object)
  }

  /** What an object inherits is no label, and is never text. */
  #valueOf(object: CachedObject | undefined): string | undefined {
    const value: unknown = object?.labels?.[this.#label]
    return typeof value === 'string' ? value : undefined
  }

  #add(value: string, key: string, commonFrom: number): void {
    const keys = this.#byValue.get(value)
    if (keys === COMMON) return
    if (keys === undefined) this.#byValue.set(value, new Set([key]))
    else if (keys.add(key).size > commonFrom) this.#byValue.set(value, COMMON)
  }

  #remove(value: string, key: string): void {
    const keys = this.#byValue.get(value)
    if (keys !== undefined && keys !== COMMON && keys.delete(key) && keys.size === 0) {
      this.#byValue.delete(value)
    }
  }
}
