import type { CachedObject } from '#cache/cached-object.js'
import type { CachedPage } from '#cache/list-cache.js'
import type { Revision } from '#storage/contract.js'

/** A list as it is answered. */
export interface ObjectList {
  readonly objects: readonly CachedObject[]
  /** Set where the list cache holds the page. */
  readonly cached: CachedPage | undefined
  /** Undefined in groups whose lists do not carry it. */
  readonly selfLink: string | undefined
  readonly revision: Revision
  /** The continue value, when there is more. */
  readonly next: string | undefined
  /** How many objects are still to come, where that is known without counting. */
  readonly remaining: number | undefined
}
