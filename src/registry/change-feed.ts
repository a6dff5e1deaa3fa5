import type { CachedObject } from '#cache/cached-object.js'
import type { ObjectCache } from '#cache/object-cache.js'
import { EVERY_FIELD } from '#selector/field-selector.js'
import { EVERYTHING } from '#selector/label-selector.js'
import type { StoredKind } from './kind.js'
import type { KindRegistry } from './kind-registry.js'

/** A change of one object of any kind. */
export interface ObjectChange {
  readonly kind: StoredKind
  /** Undefined when the object is new. */
  readonly before: CachedObject | undefined
  /** Undefined when the object is gone. */
  readonly after: CachedObject | undefined
}

/** Called while the change is applied: must be quick and must not throw. */
export type ChangeListener = (change: ObjectChange) => void

const WHOLE = {
  namespace: undefined,
  labels: EVERYTHING,
  fields: EVERY_FIELD,
  includeUninitialized: true,
} as const

/** All objects of all kinds and their changes, for the controllers inside the server. */
export class ChangeFeed {
  readonly #cache: ObjectCache
  readonly #kinds: KindRegistry

  constructor(cache: ObjectCache, kinds: KindRegistry) {
    this.#cache = cache
    this.#kinds = kinds
  }

  /** All current objects. Write nothing while iterating. */
  *current(): Generator<{ readonly kind: StoredKind; readonly object: CachedObject }> {
    for (const kind of this.#kinds.kinds) {
      for (const object of this.objectsOf(kind)) yield { kind, object }
    }
  }

  /** All current objects of one kind. */
  objectsOf({ prefix }: Pick<StoredKind, 'prefix'>): readonly CachedObject[] {
    return this.#cache.collection(prefix).select(WHOLE)
  }

  /** Call when the representation of a kind changes: drops its cached lists and ends its watches. */
  renew({ prefix }: StoredKind): void {
    this.#cache.retain(prefix)
    const collection = this.#cache.collection(prefix)
    collection.pages.clear()
    collection.closeWatchers()
  }

  /** Call when a kind is removed: ends its watches. The cache drops the kind with its last object. */
  release(kind: StoredKind): void {
    this.renew(kind)
    this.#cache.release(kind.prefix)
  }

  /** How many objects of one kind there are in a namespace, or in all. */
  countOf({ prefix }: Pick<StoredKind, 'prefix'>, namespace?: string): number {
    return this.#cache.collection(prefix).sizeOf(namespace)
  }

  /** The namespaces that have objects of one kind. */
  namespacesOf({ prefix }: StoredKind): Iterable<string> {
    return this.#cache.collection(prefix).namespaces
  }

  /** The objects of one kind in a namespace, all or those with labels. */
  objectsIn({ prefix }: StoredKind, namespace: string, labels = EVERYTHING): readonly CachedObject[] {
    return this.#cache.collection(prefix).select({ ...WHOLE, namespace, labels })
  }

  /** The object under a key (see `objectKey`) as it is now, initialized or not. */
  find(key: string): CachedObject | undefined {
    return this.#cache.get(key)
  }

  /** A record of the server itself. */
  record(key: string): Buffer | undefined {
    return this.#cache.record(key)?.value
  }

  /** The keys of the server's own records that begin with `~/plural/`. */
  recordKeys(prefix: string): Iterable<string> {
    return this.#cache.recordKeys(prefix)
  }

  /**
   * Calls the listener with the key of each record that is created, changed or deleted. Returns a function that stops
   * it.
   */
  followRecords(prefix: string, listener: (key: string) => void): () => void {
    return this.#cache.onRecordsUnder(prefix, listener)
  }

  /**
   * Calls the listener with each change of the kinds that concern it, in the order of revisions. Returns a function
   * that stops it. A write is acknowledged only after the listener has received it.
   */
  follow(listener: ChangeListener, concerns: (kind: StoredKind) => boolean = () => true): () => void {
    return this.#cache.onEvents(({ prefix }, events) => {
      const kind = this.#kinds.storedUnder(prefix)
      if (kind === undefined || !concerns(kind)) return
      for (const { previous: before, object: after } of events) listener({ kind, before, after })
    })
  }
}
