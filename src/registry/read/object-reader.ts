import type { CachedObject } from '#cache/cached-object.js'
import type { Collection } from '#cache/collection.js'
import type { ObjectCache } from '#cache/object-cache.js'
import type { WatchSink } from '#cache/watcher.js'
import { expiredContinue, notFound, tooLargeVersion, tooOldVersion } from '#meta/api-error.js'
import type { ApiObject } from '#meta/api-object.js'
import { apiVersionOf } from '#meta/resource.js'
import { collectionPath, namedKey } from '#registry/keys.js'
import type { ServedVersion } from '#registry/kind.js'
import type { Serializer } from '#registry/serialize/serializer.js'
import { explainStorage } from '#registry/storage-errors.js'
import { type Revision, RevisionUnavailable, type Storage } from '#storage/contract.js'
import { type ContinuePoint, type ContinueTokens, CURRENT } from './continue-token.js'
import type { ListOptions } from './list-options.js'
import { Lister, type ListPage } from './lister.js'
import type { ObjectList } from './object-list.js'
import { WatchOpener } from './watch.js'

/** How long a read waits, in milliseconds, for a version that is still to come. */
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

  /**
   * Waits until reads are at least as new as the revision; undefined when they are. Throws `timeout` when
   * the revision does not come in time: it may be from another store.
   */
  waitForRevision(revision: number): Promise<void> | undefined {
    return this.#cache.reached(revision as Revision, READ_WAIT_MS)?.then((reached) => {
      if (!reached) throw tooLargeVersion(revision, this.#cache.revision)
      this.#cache.expectWhole()
    })
  }

  /**
   * Waits until reads show every write that was acknowledged before; undefined when they do. Throws the error for the
   * client when that cannot be found out.
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
    const waiting = this.#waitFor(options)
    if (waiting !== undefined) await waiting
    const query = `${collectionPath(this.#definition, options.selection.namespace)}\n${options.selectorText}`
    const page = this.#page(options, query)
    return this.#answer(page instanceof Promise ? await page : page, options, query)
  }

  /** To be waited for before a watch is opened; undefined when there is nothing to wait for. */
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
        // Events that are on their way to other watchers may be on their way to this one as well.
        const others = this.#collection.notifiedUpTo(this.#cache.revision)
        const revision = others > watcher.revision ? others : watcher.revision
        return serializer.bookmark(this.#bookmark(revision, false))
      },
    }
  }

  /** The current state is mostly at hand, and then there is nothing to wait for. */
  #page(options: ListOptions, query: string): ListPage | Promise<ListPage> {
    const { continue: token, isExact, revision } = options
    if (token === undefined && (!isExact || revision === undefined)) {
      return this.#lister.current(this.#cache.revision, options)
    }
    return this.#pastPage(options, query).catch((error: unknown) => {
      throw explainStorage(error)
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
    // The chunk before may have come from another server, which was ahead.
    await this.waitForRevision(point.revision)
    try {
      return await this.#lister.at(point, options)
    } catch (error) {
      if (!(error instanceof RevisionUnavailable)) throw error
      if (token === undefined) throw tooOldVersion(point.revision, error.limit)
      throw expiredContinue(await this.#token({ revision: CURRENT, after: point.after }, query))
    }
  }

  #answer(page: ListPage, options: ListOptions, query: string): ObjectList | Promise<ObjectList> {
    const { objects, cached, revision, next } = page
    const { selection } = options
    const { conventions } = this.#definition
    const isFirstOfAll = selection.namespace === undefined && options.continue === undefined
    const remaining = conventions.countsEveryChunk || isFirstOfAll ? page.remaining : undefined
    const selfLink = conventions.selfLinks ? collectionPath(this.#definition, selection.namespace) : undefined
    const list = { objects, cached, revision, selfLink, next: undefined, remaining }
    if (next === undefined) return list
    return this.#token({ revision, after: next, remaining: page.remaining }, query).then((token) => ({
      ...list,
      next: token,
    }))
  }

  async #token(point: ContinuePoint, query: string): Promise<string> {
    try {
      return (await this.#tokens()).encode(point, query)
    } catch (error) {
      throw explainStorage(error)
    }
  }

  /** How far a stream has come, as an object of the kind that has nothing but a version. */
  #bookmark(revision: Revision, initialEventsEnd: boolean): ApiObject {
    const { kind } = this.#definition
    const annotations = initialEventsEnd ? { 'k8s.io/initial-events-end': 'true' } : undefined
    const metadata = { resourceVersion: String(revision), creationTimestamp: null, annotations }
    return { kind, apiVersion: apiVersionOf(this.#definition), metadata }
  }
}
