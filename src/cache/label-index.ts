import type { LabelSelector } from '../selector/label-selector.js'
import type { CachedObject } from './cached-object.js'

/** How many labels are indexed at most. The one that was not asked for longest makes room. */
const MAX_LABELS = 16
/** Fewer objects than this are looked at one by one, which is as quick. */
const WORTHWHILE = 128
/** A selector that may match more than one in so many objects is better answered by a walk, which is in order. */
const SELECTIVE = 8

/**
 * The keys of the objects that have a label, by its value. Those of a value that very many have are not held: who selects
 * by it is better answered by a walk.
 */
type KeysByValue = Map<string, Set<string> | typeof COMMON>
const COMMON = 'common'

/**
 * Finds the objects of a collection by their labels, so that a list of a few costs the same among a hundred thousand as
 * among a thousand. Only labels that somebody has selected by are indexed: to index one costs no more than the walk that
 * would have answered that selector, and writes pay for no others.
 */
export class LabelIndex {
  /** Ordered by when they were last asked for. */
  readonly #labels = new Map<string, KeysByValue>()

  /**
   * The keys of all objects that can match, in order; undefined when a walk over all objects is better. `all` gives
   * every object there is.
   */
  candidates(
    { requirements }: LabelSelector,
    size: number,
    all: (visit: (object: CachedObject) => void) => void,
  ): string[] | undefined {
    if (size < WORTHWHILE) return undefined
    let best: Set<string>[] | undefined
    let bestSize = size / SELECTIVE
    for (const { key, operator, values } of requirements) {
      if (operator !== 'in') continue
      const byValue = this.#indexOf(key, size, all)
      const found = heldKeys(byValue, values)
      if (found === undefined) continue
      const count = found.reduce((sum, keys) => sum + keys.size, 0)
      if (count > bestSize) continue
      best = found
      bestSize = count
    }
    return best?.flatMap((keys) => [...keys]).sort()
  }

  /** An object has taken the place of another; either may be missing. */
  replace(previous: CachedObject | undefined, object: CachedObject | undefined): void {
    for (const [label, byValue] of this.#labels) {
      const before = labelOf(previous, label)
      const after = labelOf(object, label)
      if (before === after) continue
      if (before !== undefined) remove(byValue, before, (previous as CachedObject).key)
      if (after !== undefined) add(byValue, after, (object as CachedObject).key, Number.POSITIVE_INFINITY)
    }
  }

  #indexOf(label: string, size: number, all: (visit: (object: CachedObject) => void) => void): KeysByValue {
    const byValue = this.#labels.get(label) ?? indexed(label, size / SELECTIVE, all)
    this.#labels.delete(label)
    this.#labels.set(label, byValue)
    if (this.#labels.size > MAX_LABELS) {
      for (const [oldest] of this.#labels) {
        this.#labels.delete(oldest)
        break
      }
    }
    return byValue
  }
}

function indexed(
  label: string,
  commonFrom: number,
  all: (visit: (object: CachedObject) => void) => void,
): KeysByValue {
  const byValue: KeysByValue = new Map()
  all((object) => {
    const value = labelOf(object, label)
    if (value !== undefined) add(byValue, value, object.key, commonFrom)
  })
  return byValue
}

/** What an object inherits is no label, and is never text. */
function labelOf(object: CachedObject | undefined, label: string): string | undefined {
  const value: unknown = object?.labels?.[label]
  return typeof value === 'string' ? value : undefined
}

/** Undefined when those of a value are not held. */
function heldKeys(byValue: KeysByValue, values: readonly string[]): Set<string>[] | undefined {
  const held: Set<string>[] = []
  for (const value of values) {
    const keys = byValue.get(value)
    if (keys === COMMON) return undefined
    if (keys !== undefined) held.push(keys)
  }
  return held
}

function add(byValue: KeysByValue, value: string, key: string, commonFrom: number): void {
  const keys = byValue.get(value)
  if (keys === COMMON) return
  if (keys === undefined) byValue.set(value, new Set([key]))
  else if (keys.add(key).size > commonFrom) byValue.set(value, COMMON)
}

function remove(byValue: KeysByValue, value: string, key: string): void {
  const keys = byValue.get(value)
  if (keys !== undefined && keys !== COMMON && keys.delete(key) && keys.size === 0) byValue.delete(value)
}
