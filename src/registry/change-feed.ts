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

/** Is called while the change is applied: it must be quick, and must not throw. */
export type ChangeListener = (change: ObjectChange) => void

const WHOLE = {
  namespace: undefined,
  labels: EVERYTHING,
  fields: EVERY_FIELD,
  includeUninitialized: true,
} as const

/** All objects of all kinds, as they are and as they change: what controllers inside of the server look at. */
export class ChangeFeed {
  readonly #cache: ObjectCache
  readonly #kinds: KindRegistry

  constructor(cache: ObjectCache, kinds: KindRegistry) {
    this.#cache = cache
    this.#kinds = kinds
  }

  /** Every object there is now. Nothing may be written between two of them. */
  *current(): Generator<{ readonly kind: StoredKind; readonly object: CachedObject }> {
    for (const kind of this.#kinds.kinds) {
      for (const object of this.objectsOf(kind)) yield { kind, object }
    }
  }

  /** Every object of one kind there is now. */
  objectsOf({ prefix }: Pick<StoredKind, 'prefix'>): readonly CachedObject[] {
    return this.#cache.collection(prefix).select(WHOLE)
  }

  /** Objects of a kind are shown in another way from now on: what was kept of lists is dropped, and watches end. */
  renew({ prefix }: StoredKind): void {
    this.#cache.retain(prefix)
    const collection = this.#cache.collection(prefix)
    collection.pages.clear()
    collection.closeWatchers()
  }

  /** The kind is gone: watches of its objects end, and what the cache has of it goes with the last of them. */
  release(kind: StoredKind): void {
    this.renew(kind)
    this.#cache.release(kind.prefix)
  }

  /** The namespaces that have objects of one kind. */
  namespacesOf({ prefix }: StoredKind): Iterable<string> {
    return this.#cache.collection(prefix).namespaces
  }

  /** Every object of one kind in a namespace. */
  objectsIn({ prefix }: StoredKind, namespace: string): readonly CachedObject[] {
    return this.#cache.collection(prefix).select({ ...WHOLE, namespace })
  }

  /** The object under a key (see `objectKey`) as it is now, initialized or not. */
  find(key: string): CachedObject | undefined {
    return this.#cache.get(key)
  }

  /** One of the server's own records. */
  record(key: string): Buffer | undefined {
    return this.#cache.record(key)?.value
  }

  /** The keys of the server's own records that begin with `~/plural/`. */
  recordKeys(prefix: string): Iterable<string> {
    return this.#cache.recordKeys(prefix)
  }

  /**
   * From now on the listener receives the key of every such record that changes, comes or goes, until the function that
   * this returns is called.
   */
  followRecords(prefix: string, listener: (key: string) => void): () => void {
    return this.#cache.onRecordsUnder(prefix, listener)
  }

  /**
   * From now on the listener receives every change of the kinds that concern it, in the order of revisions, until the
   * function that this returns is called. A write is acknowledged only after the listener has received it.
   */
  follow(listener: ChangeListener, concerns: (kind: StoredKind) => boolean = () => true): () => void {
    return this.#cache.onEvents(({ prefix }, events) => {
      const kind = this.#kinds.storedUnder(prefix)
      if (kind === undefined || !concerns(kind)) return
      for (const { previous: before, object: after } of events) listener({ kind, before, after })
    })
  }
}
