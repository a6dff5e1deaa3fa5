import type { CachedObject } from '#cache/cached-object.js'
import type { LabelSelector, Requirement } from '#selector/label-selector.js'
import type { SortedMap } from '#util/sorted-map.js'
import { LabelKeys } from './label-keys.js'

/** How many labels are indexed. The least recently used one is evicted. */
const MAX_LABELS = 16
/** A scan of fewer objects is as fast as an index. */
const WORTHWHILE = 128
/** A selector that matches more than one in this many objects is faster with a scan, which is ordered. */
const SELECTIVE = 16

/**
 * Finds the objects of a collection by their labels, so that a list of a few costs the same among a hundred thousand as
 * among a thousand. Only labels that a request has selected by are indexed: to index one costs no more than a walk that
 * serves such a selector, and writes pay for no others.
 */
export class LabelIndex {
  /** Ordered by when they were last asked for. */
  readonly #labels = new Map<string, LabelKeys>()

  /** The keys of all objects that can match, in order; undefined when a walk over all objects is better. */
  candidates({ requirements }: LabelSelector, objects: SortedMap<CachedObject>): string[] | undefined {
    if (objects.size < WORTHWHILE) return undefined
    let best: Set<string>[] | undefined
    let bestSize = objects.size / SELECTIVE
    const ask = ({ key, values }: Requirement) => {
      const found = this.#keysOf(key, objects).find(values)
      if (found === undefined) return
      const count = found.reduce((sum, keys) => sum + keys.size, 0)
      if (count > bestSize) return
      best = found
      bestSize = count
    }
    const byValue = requirements.filter(({ operator }) => operator === 'in')
    const unknown = byValue.find(({ key }) => !this.#labels.has(key))
    for (const requirement of byValue) if (this.#labels.has(requirement.key)) ask(requirement)
    // Building an index scans all objects: a search builds at most one, and none if it can use another.
    if (best === undefined && unknown !== undefined) ask(unknown)
    return best?.flatMap((keys) => [...keys]).sort()
  }

  /** An object has taken the place of another; either may be missing. */
  replace(previous: CachedObject | undefined, object: CachedObject | undefined): void {
    for (const keys of this.#labels.values()) keys.replace(previous, object)
  }

  #keysOf(label: string, objects: SortedMap<CachedObject>): LabelKeys {
    const keys = this.#labels.get(label) ?? new LabelKeys(label, objects, objects.size / SELECTIVE)
    this.#labels.delete(label)
    this.#labels.set(label, keys)
    if (this.#labels.size > MAX_LABELS) {
      for (const [oldest, unused] of this.#labels) {
        this.#labels.delete(oldest)
        unused.abandon()
        break
      }
    }
    return keys
  }
}
