import type { CachedObject } from '../../cache/cached-object.js'
import type { CachedPage } from '../../cache/list-cache.js'
import type { Revision } from '../../storage/contract.js'

/** A list as it is answered. */
export interface ObjectList {
  readonly objects: readonly CachedObject[]
  /** Set where the same list may be asked for again while nothing has changed. */
  readonly kept: CachedPage | undefined
  /** Undefined in groups whose lists do not tell it. */
  readonly selfLink: string | undefined
  readonly revision: Revision
  /** The continue value, when there is more. */
  readonly next: string | undefined
  /** How many objects are still to come, where that is known without counting. */
  readonly remaining: number | undefined
}
