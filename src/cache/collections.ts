import { INITIAL_REVISION, type Revision } from '#storage/contract.js'
import { Collection } from './collection.js'
import type { ReadStored } from './stored-value.js'
import type { UnreadableValues } from './unreadable-values.js'

/** The collections of a cache, by the prefix of their keys: `group/plural/`. */
export class Collections {
  readonly #collections = new Map<string, Collection>()
  /** Prefixes that no kind is stored under any longer. */
  readonly #released = new Set<string>()
  /** The cache was filled at this revision; only the store knows earlier changes. */
  filledAt: Revision = INITIAL_REVISION
  /** The last change of any collection that was dropped; only the store knows its changes. */
  #droppedAt: Revision = INITIAL_REVISION
  readonly #readStored: ReadStored
  readonly #unreadable: UnreadableValues

  constructor(readStored: ReadStored, unreadable: UnreadableValues) {
    this.#readStored = readStored
    this.#unreadable = unreadable
  }

  find(prefix: string): Collection | undefined {
    return this.#collections.get(prefix)
  }

  /** The collection of a prefix; a new one if there is none. */
  get(prefix: string): Collection {
    let collection = this.#collections.get(prefix)
    if (collection === undefined) {
      const lastChange = Math.max(this.filledAt, this.#droppedAt) as Revision
      collection = new Collection(prefix, lastChange, this.#readStored, this.#unreadable)
      this.#collections.set(prefix, collection)
    }
    return collection
  }

  /** Takes over the state of another cache at the same revision. */
  copyFrom(other: Collections): void {
    this.filledAt = other.filledAt
    this.#droppedAt = other.#droppedAt
    for (const prefix of other.#released) this.#released.add(prefix)
    for (const [prefix, collection] of other.#collections) this.get(prefix).copyFrom(collection)
  }

  /** How many objects there are. */
  get size(): number {
    let size = 0
    for (const collection of this.#collections.values()) size += collection.size
    return size
  }

  all(): Iterable<Collection> {
    return this.#collections.values()
  }

  /** The kind of the prefix is removed: the collection is dropped with its last object. */
  release(prefix: string): void {
    this.#released.add(prefix)
    this.dropReleased(prefix)
  }

  /** A kind is stored under the prefix again. */
  retain(prefix: string): void {
    this.#released.delete(prefix)
  }

  /** Drops the collection if it is released and empty. */
  dropReleased(prefix: string): void {
    if (!this.#released.has(prefix)) return
    const collection = this.#collections.get(prefix)
    if (collection !== undefined && collection.size > 0) return
    this.#released.delete(prefix)
    if (collection === undefined) return
    this.#collections.delete(prefix)
    this.#droppedAt = Math.max(this.#droppedAt, collection.lastChange) as Revision
    collection.end()
  }
}
