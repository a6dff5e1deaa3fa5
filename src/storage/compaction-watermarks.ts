import { INITIAL_REVISION, type Revision } from './contract.js'

/** The collection of a key: its first two segments with their slashes. */
export function collectionOf(key: string): string {
  return key.slice(0, key.indexOf('/', key.indexOf('/') + 1) + 1)
}

/** The name of the watermark of all collections: a store may begin at a later revision than the first. */
export const EVERY_COLLECTION = ''

/**
 * The revision of the last compacted change of each collection. A feed of a quiet collection can start at an old
 * revision long after the rest of the store has moved on.
 */
export class CompactionWatermarks {
  readonly #watermarks: Map<string, Revision>

  constructor(watermarks: Iterable<readonly [collection: string, revision: Revision]> = []) {
    this.#watermarks = new Map(watermarks)
  }

  /** Records that a change of the key at the revision is compacted. */
  raise(key: string, revision: Revision): void {
    const collection = collectionOf(key)
    // Keys without a collection have no watermark.
    if (collection === '' && key !== EVERY_COLLECTION) return
    if (revision > this.of(collection)) this.#watermarks.set(collection, revision)
  }

  /** All changes of the collection after this revision are available. */
  of(collection: string): Revision {
    const own = this.#watermarks.get(collection) ?? INITIAL_REVISION
    const ofAll = this.#watermarks.get(EVERY_COLLECTION) ?? INITIAL_REVISION
    return own > ofAll ? own : ofAll
  }

  entries(): Iterable<readonly [collection: string, revision: Revision]> {
    return this.#watermarks
  }

  /** The oldest start of a feed: by its collection if it is about one, else by the whole store. */
  forFeed(prefix: string, oldest: Revision): Revision {
    return prefix !== '' && collectionOf(prefix) === prefix ? this.of(prefix) : oldest
  }
}
