import type { EncodingCache } from '#cache/encoding-cache.js'
import type { ObjectCache } from '#cache/object-cache.js'
import { methodNotAllowed } from '#meta/api-error.js'
import type { ApiObject } from '#meta/object-meta.js'
import { EVERY_FIELD } from '#selector/field-selector.js'
import { EVERYTHING } from '#selector/label-selector.js'
import type { Storage } from '#storage/contract.js'
import type { KeyedSerializer } from '#util/async/keyed-serializer.js'
import type { Clock } from '#util/clock.js'
import type { Random } from '#util/random.js'
import { DecodedWriteCache } from './decoded-write-cache.js'
import type { ServedVersion, Subresource } from './kind.js'
import { type ComputedObjects, ComputedReader } from './read/computed-reader.js'
import type { ContinueTokens } from './read/continue-token.js'
import type { ListOptions } from './read/list-options.js'
import type { ObjectList } from './read/lister.js'
import { ObjectReader } from './read/object-reader.js'
import { createReview, type ReviewHandler, type ReviewHandlers } from './review-handler.js'
import { Serializers } from './serialize/serializers.js'
import type { Feature } from './strategy.js'
import type { Place, SubresourceEndpoint, SubresourceHost } from './subresources/endpoint.js'
import { Admission, type AdmissionPlugin, type Registrations } from './write/admission.js'
import type { AdmissionMetrics } from './write/admission-metrics.js'
import { CollectionDeletion } from './write/collection-deletion.js'
import type { DeleteRequest } from './write/delete-options.js'
import { ObjectWriter } from './write/object-writer.js'
import { UnstoredAdmission } from './write/unstored-admission.js'
import type { WriteOptions } from './write/write-options.js'

export { CachedObject } from '#cache/cached-object.js'

const NO_FEATURES: ReadonlySet<Feature> = new Set()

/** The dependencies that all stores of a server share. */
export interface StoreOptions {
  readonly storage: Storage
  readonly cache: ObjectCache
  /** Objects in other encodings than JSON. */
  readonly encodings: EncodingCache
  /** The admission plugins, in order. */
  readonly admission?: readonly AdmissionPlugin[]
  /** Registrations that decide which plugins handle a write, besides the version. */
  readonly registrations?: Registrations
  readonly admissionMetrics?: AdmissionMetrics
  /** The handlers of reviews. */
  readonly reviewHandlers?: ReviewHandlers
  /** Makes and reads the continue values of lists. */
  readonly tokens: () => Promise<ContinueTokens>
  /** The clock for times in objects and for ages. */
  readonly clock: Clock
  /** Makes uids, names and addresses. */
  readonly random: Random
  /** The features that are on; none by default. */
  readonly features?: ReadonlySet<Feature>
}

/** The dependencies that the stores of all versions of a kind share. */
export interface SharedByVersions {
  readonly mutex: KeyedSerializer
  /** The next id for the encodings of this kind in the encoding cache. */
  readonly nextEncodingId: () => number
}

/** The parts of a store. */
interface StoreTools<O extends ApiObject> {
  readonly reader: ObjectReader<O>
  readonly writer: ObjectWriter<O>
  readonly serializers: Serializers
  readonly endpoints: Map<string, SubresourceEndpoint>
  readonly unstored: UnstoredAdmission
}

/** Creates what the body describes and returns the response. Rejects with an `ApiError`. */
export type CreateElsewhere = (
  namespace: string | undefined,
  body: unknown,
  options: WriteOptions,
) => Promise<object>

/** The generic store of one kind, in one of its versions. */
export class ResourceStore<O extends ApiObject = ApiObject> {
  readonly definition: ServedVersion<O>
  /** Handles the reviews of the kind; undefined for a kind whose objects are stored. */
  readonly reviewHandler: ReviewHandler<O> | undefined
  readonly #options: StoreOptions
  readonly #shared: SharedByVersions
  #create: CreateElsewhere | undefined
  /** Created on first use: a server may have hundreds of kinds and use a few. */
  #tools: StoreTools<O> | undefined

  constructor(definition: ServedVersion<O>, options: StoreOptions, shared: SharedByVersions) {
    this.definition = definition
    this.reviewHandler = options.reviewHandlers?.get(definition.stored)
    this.#options = options
    this.#shared = shared
  }

  get reader(): ObjectReader<O> {
    return this.#use().reader
  }

  get writer(): ObjectWriter<O> {
    return this.#use().writer
  }

  get serializers(): Serializers {
    return this.#use().serializers
  }

  /** By the name of the subresource. */
  get endpoints(): ReadonlyMap<string, SubresourceEndpoint> {
    return this.#use().endpoints
  }

  /** Reads these objects in place of stored ones. */
  serveComputed(objects: ComputedObjects<O>): void {
    const { storage, cache, tokens } = this.#options
    this.#tools = {
      ...this.#use(),
      reader: new ComputedReader(objects, this.definition, storage, cache, tokens),
    }
  }

  /** Has objects of the kind created elsewhere. Nothing stores them. */
  createElsewhere(create: CreateElsewhere): void {
    this.#create = create
  }

  /** Replaces the handler of a subresource. */
  setEndpoint(subresource: string, endpoint: SubresourceEndpoint): void {
    this.#use().endpoints.set(subresource, endpoint)
  }

  #use(): StoreTools<O> {
    this.#tools ??= this.#make()
    return this.#tools
  }

  #make(): StoreTools<O> {
    const { definition } = this
    const {
      storage,
      cache,
      encodings,
      tokens,
      admission = [],
      registrations,
      admissionMetrics,
    } = this.#options
    const { clock, random, features = NO_FEATURES } = this.#options
    const context = { clock, random, features }
    const { mutex, nextEncodingId } = this.#shared
    const admitted = new Admission(admission, definition as ServedVersion, registrations, admissionMetrics)
    const written = definition.conversion === undefined ? undefined : new DecodedWriteCache()
    const reader = new ObjectReader(definition, storage, cache, tokens)
    const writer = new ObjectWriter(definition, storage, cache, admitted, mutex, context, written)
    const serializers = new Serializers(
      definition as ServedVersion,
      encodings,
      nextEncodingId,
      clock,
      written,
    )
    const unstored = new UnstoredAdmission(definition as ServedVersion, admission, registrations)
    const host = this.#host(reader, writer, unstored)
    const endpoints = new Map(definition.subresources.map(({ name, endpoint }) => [name, endpoint(host)]))
    return { reader, writer, serializers, endpoints, unstored }
  }

  /** Deletes the objects of a list. Ignores objects that another request has already deleted. */
  deleteCollection(options: ListOptions, request: DeleteRequest): Promise<ObjectList> {
    return new CollectionDeletion(this.reader, this.writer, options, request).run()
  }

  /** Runs admission for a connection to a subresource, with its options. Rejects with the error for the client. */
  admitConnection(
    subresource: Subresource,
    place: Place,
    object: ApiObject,
    options: WriteOptions,
  ): Promise<void> {
    return this.#use().unstored.admit({ operation: 'connect', subresource, ...place, object, options })
  }

  /** Handles a review. Returns it with its status, or a Status. */
  async createReview(namespace: string | undefined, body: unknown, options: WriteOptions): Promise<object> {
    const { definition, reviewHandler } = this
    const { reader, unstored } = this.#use()
    // The review must not see rights that another server has removed.
    await reader.current()
    if (this.#create !== undefined) return this.#create(namespace, body, options)
    if (reviewHandler === undefined) throw methodNotAllowed()
    return createReview(
      { version: definition, handler: reviewHandler, admission: unstored },
      namespace,
      body,
      options,
    )
  }

  /** Has an object converted by its webhook, if it needs one. */
  async prepare({ namespace, name }: Place): Promise<void> {
    await this.definition.codec?.prepare([this.reader.get(namespace, name)])
  }

  #host(reader: ObjectReader<O>, writer: ObjectWriter<O>, unstored: UnstoredAdmission): SubresourceHost<O> {
    const { definition } = this
    const { cache, clock, reviewHandlers } = this.#options
    const others = (prefix: string, namespace: string | undefined) =>
      cache
        .collection(prefix)
        .select({ namespace, labels: EVERYTHING, fields: EVERY_FIELD, includeUninitialized: true })
    return {
      resource: definition,
      clock,
      get: ({ namespace, name }) => reader.get(namespace, name),
      parse: (served) => writer.parse(served),
      canonical: (object) => definition.decode(object),
      replace: ({ namespace, name }, body, options, mode) =>
        writer.replace(namespace, name, body, options, mode),
      patch: async ({ namespace, name }, patch, options, mode) => {
        if (patch.type !== 'apply') return writer.patch(namespace, name, patch, options, mode)
        return (await writer.apply(namespace, name, patch, options, mode)).object
      },
      admit: (subresource, { namespace, name }, object, options, validate) =>
        unstored.admit({
          subresource: subresource as Subresource,
          namespace,
          name,
          // Most objects created through a subresource have metadata; those that need it check for it.
          object: object as ApiObject,
          options,
          validate,
        }),
      modify: async ({ namespace, name }, change) => {
        const changed = await writer.modify(namespace, name, change)
        await definition.codec?.prepare([changed])
        return changed
      },
      delete: async ({ namespace, name }, request, accompany) =>
        (await writer.delete(namespace, name, request, accompany)).object,
      others,
      siblings: (plural, namespace) =>
        others(`${definition.stored.prefix.split('/', 1)}/${plural}/`, namespace),
      record: (key) => cache.record(key)?.value,
      createReview: async (subresource, request) => {
        const reviewHandler = reviewHandlers?.get(subresource as Subresource)
        if (reviewHandler === undefined) throw methodNotAllowed()
        await reviewHandler(request)
      },
    }
  }
}
