import type { CachedObject } from '#cache/cached-object.js'
import type { Collection } from '#cache/collection.js'
import type { ObjectCache } from '#cache/object-cache.js'
import type { WatchSink } from '#cache/watch/watcher.js'
import { expiredContinue, notFound, tooLargeVersion, tooOldVersion } from '#meta/api-error.js'
import type { ApiObject } from '#meta/object-meta.js'
import { apiVersionOf } from '#meta/resource.js'
import { collectionPath, namedKey } from '#registry/keys.js'
import type { ServedVersion } from '#registry/kind.js'
import type { Serializer } from '#registry/serialize/serializer.js'
import { storageApiError } from '#registry/storage-errors.js'
import { type Revision, RevisionUnavailable, type Storage, type StoredValue } from '#storage/contract.js'
import { type ContinuePoint, type ContinueTokens, CURRENT } from './continue-token.js'
import type { ListOptions } from './list-options.js'
import { Lister, type ListPage, type ObjectList } from './lister.js'
import { WatchOpener } from './watch.js'

/** How long a read waits for a future version, in milliseconds. */
const READ_WAIT_MS = 3000

/** An open watch. */
export interface Watch {
  close(): void
  onClose(closed: () => void): void
  /** A frame that says how far the stream has come; undefined while the initial list or the history is replayed. */
  bookmark(): Buffer | undefined
}

/** Reads the objects of one kind: one of them, a list, a stream of changes. */
export class ObjectReader<O extends ApiObject = ApiObject> {
  readonly #definition: ServedVersion<O>
  readonly #storage: Storage
  readonly #cache: ObjectCache
  readonly #collection: Collection
  readonly #lister: Lister
  readonly #opener: WatchOpener
  readonly #tokens: () => Promise<ContinueTokens>

  constructor(
    definition: ServedVersion<O>,
    storage: Storage,
    cache: ObjectCache,
    tokens: () => Promise<ContinueTokens>,
  ) {
    this.#definition = definition
    this.#storage = storage
    this.#cache = cache
    this.#collection = cache.collection(definition.stored.prefix)
    this.#lister = new Lister(storage, this.#collection)
    this.#opener = new WatchOpener(storage, this.#collection, cache.watchers, (serializer, revision, end) =>
      serializer.bookmark(this.#bookmark(revision, end)),
    )
    this.#tokens = tokens
  }

  /** The object as it is now. Throws `notFound`, or `badRequest` for a name that no object can have. */
  get(namespace: string | undefined, name: string): CachedObject {
    const key = namedKey(this.#definition.stored, namespace, name)
    const object = this.#collection.get(key)
    if (object !== undefined) return object
    this.#cache.expectReadable(key)
    throw notFound(this.#definition, name)
  }

  /** The object as it was at a past revision. Throws `notFound`. */
  async getAt(namespace: string | undefined, name: string, revision: number): Promise<CachedObject> {
    const key = namedKey(this.#definition.stored, namespace, name)
    const stored = await this.#storage.get(key, revision as Revision)
    const object = stored && this.#collection.read(stored)
    if (object === undefined) throw notFound(this.#definition, name)
    return object
  }

  /** The object of a value in the history; undefined if it cannot be decoded. */
  past(stored: StoredValue): CachedObject | undefined {
    return this.#collection.read(stored)
  }

  /**
   * The revision before the last so many changes of the kind, up to a revision; now by default. With a namespace or a
   * name, only their changes count. Goes back as far as recent events and the history reach.
   */
  async revisionBefore(
    changes: number,
    { namespace, name }: { readonly namespace: string | undefined; readonly name: string | undefined },
    upTo: number = this.#cache.revision,
  ): Promise<number> {
    const recent = this.#collection.allRecentEvents.filter(({ revision, object, previous }) => {
      const changed = object ?? previous
      return (
        revision <= upTo &&
        (namespace === undefined || changed?.namespace === namespace) &&
        (name === undefined || changed?.name === name)
      )
    })
    const oldest = recent.at(-changes) ?? recent[0]
    const wanted = oldest === undefined ? upTo : oldest.revision - 1
    try {
      await this.#storage.get(this.#definition.stored.prefix, wanted as Revision)
      return wanted
    } catch (error) {
      if (error instanceof RevisionUnavailable) return error.limit
      throw storageApiError(error)
    }
  }

  /**
   * Waits until reads are at least as new as the revision; undefined when they are. Throws `timeout` if the revision
   * does not arrive in time: it may come from another store.
   */
  waitForRevision(revision: number): Promise<void> | undefined {
    return this.#cache.reached(revision as Revision, READ_WAIT_MS)?.then((reached) => {
      if (!reached) throw tooLargeVersion(revision, this.#cache.revision)
      this.#cache.expectWhole()
    })
  }

  /**
   * Waits until reads include every write acknowledged so far; undefined if they do. Throws the error for the client if
   * the store does not respond.
   */
  current(): Promise<void> | undefined {
    return this.#cache.current()
  }

  /** Waits for the revision that a list asks for. */
  #waitFor({ revision, anyVersion, continue: token }: ListOptions): Promise<void> | undefined {
    if (revision !== undefined) return this.waitForRevision(revision)
    return anyVersion || token !== undefined ? undefined : this.current()
  }

  /** Throws `notFound` unless the object is there. */
  async expect(namespace: string | undefined, name: string): Promise<void> {
    if (this.#collection.get(namedKey(this.#definition.stored, namespace, name)) !== undefined) return
    await this.current()
    this.get(namespace, name)
  }

  async list(options: ListOptions): Promise<ObjectList> {
    await this.#waitFor(options)
    const query = `${collectionPath(this.#definition, options.selection.namespace)}\n${options.selectorText}`
    const page = await this.#page(options, query)
    return this.#toList(page, options, query)
  }

  /** Await this before opening a watch; undefined if there is nothing to wait for. */
  beforeWatch({ revision, anyVersion, sendInitialEvents }: ListOptions): Promise<void> | undefined {
    if (revision === undefined) return anyVersion ? undefined : this.current()
    return sendInitialEvents ? this.waitForRevision(revision) : undefined
  }

  /** `fail` is called when the stream cannot go on. */
  watch(
    options: ListOptions,
    serializer: Serializer,
    sink: WatchSink,
    fail: (error: unknown) => void,
  ): Watch {
    const watcher = this.#opener.open(options, this.#cache.revision, serializer, sink, fail)
    return {
      close: () => watcher.close(),
      onClose: (closed) => watcher.onClose(closed),
      bookmark: () => {
        if (!watcher.isLive) return undefined
        // Pending events of other watchers may be for this one as well.
        const others = this.#collection.notifiedUpTo(this.#cache.revision)
        const revision = others > watcher.revision ? others : watcher.revision
        return serializer.bookmark(this.#bookmark(revision, false))
      },
    }
  }

  #page(options: ListOptions, query: string): Promise<ListPage> {
    const { continue: token, isExact, revision } = options
    if (token === undefined && (!isExact || revision === undefined)) {
      return this.#lister.current(this.#cache.revision, options)
    }
    return this.#pastPage(options, query).catch((error: unknown) => {
      throw storageApiError(error)
    })
  }

  async #pastPage(options: ListOptions, query: string): Promise<ListPage> {
    const { continue: token } = options
    const point =
      token === undefined
        ? { revision: options.revision as number, after: '' }
        : (await this.#tokens()).decode(token, query)
    if (point.revision === CURRENT) {
      await this.current()
      return this.#lister.current(this.#cache.revision, options, point)
    }
    // The previous chunk may have come from another server that was ahead.
    await this.waitForRevision(point.revision)
    try {
      return await this.#lister.at(point, options)
    } catch (error) {
      if (!(error instanceof RevisionUnavailable)) throw error
      if (token === undefined) throw tooOldVersion(point.revision, error.limit)
      throw expiredContinue(await this.#token({ revision: CURRENT, after: point.after }, query))
    }
  }

  async #toList(page: ListPage, options: ListOptions, query: string): Promise<ObjectList> {
    const { objects, cached, revision, next } = page
    const { selection } = options
    const { conventions } = this.#definition
    const isFirstOfAll = selection.namespace === undefined && options.continue === undefined
    const remaining =
      conventions.remainingItemCount === 'every-chunk' || isFirstOfAll ? page.remaining : undefined
    const selfLink = conventions.selfLink ? collectionPath(this.#definition, selection.namespace) : undefined
    const token =
      next === undefined
        ? undefined
        : await this.#token({ revision, after: next, remaining: page.remaining }, query)
    return { objects, cached, revision, selfLink, next: token, remaining }
  }

  async #token(point: ContinuePoint, query: string): Promise<string> {
    try {
      return (await this.#tokens()).encode(point, query)
    } catch (error) {
      throw storageApiError(error)
    }
  }

  /** A bookmark: an object of the kind with only a resource version. */
  #bookmark(revision: Revision, initialEventsEnd: boolean): ApiObject {
    const { kind } = this.#definition
    const annotations = initialEventsEnd ? { 'k8s.io/initial-events-end': 'true' } : undefined
    const metadata = { resourceVersion: String(revision), creationTimestamp: null, annotations }
    return { kind, apiVersion: apiVersionOf(this.#definition), metadata }
  }
}
