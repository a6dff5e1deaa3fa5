import { INITIAL_REVISION, type Revision } from './contract.js'

/** The first two segments of a key, with their slashes: the collection that it belongs to. */
export function collectionOf(key: string): string {
  return key.slice(0, key.indexOf('/', key.indexOf('/') + 1) + 1)
}

/**
 * How far the history of each collection is gone: the revision of its last change that has been compacted. On
 * a quiet collection an old revision stays good for a feed long after the rest of the store has moved on.
 */
export class CompactionWatermarks {
  readonly #watermarks = new Map<string, Revision>()

  /** A change of the key at the revision is forgotten. */
  raise(key: string, revision: Revision): void {
    const collection = collectionOf(key)
    if (revision > this.of(collection)) this.#watermarks.set(collection, revision)
  }

  /** Changes of the collection after this revision are all still there. */
  of(collection: string): Revision {
    return this.#watermarks.get(collection) ?? INITIAL_REVISION
  }

  entries(): Iterable<readonly [collection: string, revision: Revision]> {
    return this.#watermarks
  }

  /** From where a feed may be followed: by its collection, if it is about one, else by the whole store. */
  forFeed(prefix: string, oldest: Revision): Revision {
    return prefix !== '' && collectionOf(prefix) === prefix ? this.of(prefix) : oldest
  }
}
