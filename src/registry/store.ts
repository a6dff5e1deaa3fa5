import type { EncodingCache } from '#cache/encoding-cache.js'
import type { ObjectCache } from '#cache/object-cache.js'
import { methodNotAllowed } from '#meta/api-error.js'
import type { ApiObject } from '#meta/api-object.js'
import { EVERY_FIELD } from '#selector/field-selector.js'
import { EVERYTHING } from '#selector/label-selector.js'
import type { Storage } from '#storage/contract.js'
import { type Clock, systemClock } from '#util/clock.js'
import type { KeyedSerializer } from '#util/keyed-serializer.js'
import { DecodedWriteCache } from './decoded-write-cache.js'
import type { ServedVersion, Subresource } from './kind.js'
import type { ContinueTokens } from './read/continue-token.js'
import type { ListOptions } from './read/list-options.js'
import type { ObjectList } from './read/object-list.js'
import { ObjectReader } from './read/object-reader.js'
import { evaluate, type ReviewHandler, type ReviewHandlers } from './review-handler.js'
import { Serializers } from './serialize/serializers.js'
import type { Place, SubresourceEndpoint, SubresourceHost } from './subresources/endpoint.js'
import { Admission, type AdmissionPlugin, type Registrations } from './write/admission.js'
import { CollectionDeletion } from './write/collection-deletion.js'
import type { DeleteRequest } from './write/delete-options.js'
import { ObjectWriter } from './write/object-writer.js'
import { UnstoredAdmission } from './write/unstored-admission.js'
import type { WriteOptions } from './write/write-options.js'

export { CachedObject } from '#cache/cached-object.js'

/** What all stores of a server share. */
export interface StoreOptions {
  readonly storage: Storage
  readonly cache: ObjectCache
  /** Objects in other forms than JSON. */
  readonly forms: EncodingCache
  /** What every write passes, in order. */
  readonly admission?: readonly AdmissionPlugin[]
  /** What else than the version decides which plugins a write passes; nothing when left out. */
  readonly registrations?: Registrations
  /** What answers the kinds whose objects are questions. */
  readonly reviewHandlers?: ReviewHandlers
  /** Makes and reads the continue values of lists. */
  readonly tokens: () => Promise<ContinueTokens>
  /** What times in metadata are taken from; the time of the system when left out. */
  readonly clock?: Clock
}

/** What the stores of all versions of one kind share. */
export interface SharedByVersions {
  readonly mutex: KeyedSerializer
  /** The next number for a form of the kind's objects in the encoding cache. */
  readonly nextForm: () => number
}

/** What a store is made of. */
interface StoreTools<O extends ApiObject> {
  readonly reader: ObjectReader<O>
  readonly writer: ObjectWriter<O>
  readonly serializers: Serializers
  readonly endpoints: ReadonlyMap<string, SubresourceEndpoint>
  readonly unstored: UnstoredAdmission
}

/** The generic store of one kind, in one of its versions. */
export class ResourceStore<O extends ApiObject = ApiObject> {
  readonly definition: ServedVersion<O>
  /** Answers what is created; undefined for a kind whose objects are stored. */
  readonly evaluator: ReviewHandler<O> | undefined
  readonly #parts: StoreOptions
  readonly #shared: SharedByVersions
  /** Made at the first use: a server may have hundreds of definitions, and serves objects of a few. */
  #tools: StoreTools<O> | undefined

  constructor(definition: ServedVersion<O>, parts: StoreOptions, shared: SharedByVersions) {
    this.definition = definition
    this.evaluator = parts.reviewHandlers?.get(definition.stored)
    this.#parts = parts
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

  #use(): StoreTools<O> {
    this.#tools ??= this.#make()
    return this.#tools
  }

  #make(): StoreTools<O> {
    const { definition } = this
    const { storage, cache, forms, tokens, admission = [], registrations } = this.#parts
    const { clock = systemClock } = this.#parts
    const { mutex, nextForm } = this.#shared
    const admitted = new Admission(admission, definition as ServedVersion, registrations)
    const written = definition.conversion === undefined ? undefined : new DecodedWriteCache()
    const reader = new ObjectReader(definition, storage, cache, tokens)
    const writer = new ObjectWriter(definition, storage, cache, admitted, mutex, clock, written)
    const serializers = new Serializers(definition as ServedVersion, forms, nextForm, written)
    const unstored = new UnstoredAdmission(definition as ServedVersion, admission, registrations)
    const host = this.#host(reader, writer, unstored)
    const endpoints = new Map(definition.subresources.map(({ name, endpoint }) => [name, endpoint(host)]))
    return { reader, writer, serializers, endpoints, unstored }
  }

  /** Deletes what a list would show. An object that another request has deleted meanwhile is fine. */
  deleteCollection(options: ListOptions, request: DeleteRequest): Promise<ObjectList> {
    return new CollectionDeletion(this.reader, this.writer, options, request).run()
  }

  /** Has a question answered. Returns the object with its answer. */
  async evaluate(namespace: string | undefined, body: unknown, options: WriteOptions): Promise<O> {
    const { definition, evaluator } = this
    if (evaluator === undefined) throw methodNotAllowed()
    const { reader, unstored } = this.#use()
    // The answer must not come from rights that were taken away on another server.
    await reader.current()
    return evaluate({ version: definition, evaluator, admission: unstored }, namespace, body, options)
  }

  /** Has an object converted, where something else than the server does that. */
  async prepare({ namespace, name }: Place): Promise<void> {
    await this.definition.form?.prepare([this.reader.get(namespace, name)])
  }

  #host(reader: ObjectReader<O>, writer: ObjectWriter<O>, unstored: UnstoredAdmission): SubresourceHost<O> {
    const { definition } = this
    const { cache, reviewHandlers } = this.#parts
    const others = (prefix: string, namespace: string | undefined) =>
      cache
        .collection(prefix)
        .select({ namespace, labels: EVERYTHING, fields: EVERY_FIELD, includeUninitialized: true })
    return {
      resource: definition,
      get: ({ namespace, name }) => reader.get(namespace, name),
      parse: (served) => writer.parse(served),
      canonical: (object) => definition.decode(object),
      replace: ({ namespace, name }, body, options, flow) =>
        writer.replace(namespace, name, body, options, flow),
      patch: async ({ namespace, name }, patch, options, flow) => {
        if (patch.type !== 'apply') return writer.patch(namespace, name, patch, options, flow)
        return (await writer.apply(namespace, name, patch, options, flow)).object
      },
      admit: (subresource, { namespace, name }, object, options, validate) =>
        unstored.admit({
          subresource: subresource as Subresource,
          namespace,
          name,
          // What is created through a subresource has metadata as a rule, and those that need them look for them.
          object: object as ApiObject,
          options,
          validate,
        }),
      modify: async ({ namespace, name }, change) => {
        const changed = await writer.modify(namespace, name, change)
        await definition.form?.prepare([changed])
        return changed
      },
      delete: async ({ namespace, name }, request, accompany) =>
        (await writer.delete(namespace, name, request, accompany)).object,
      others,
      siblings: (plural, namespace) =>
        others(`${definition.stored.prefix.split('/', 1)}/${plural}/`, namespace),
      record: (key) => cache.record(key)?.value,
      evaluate: async (subresource, question) => {
        const evaluator = reviewHandlers?.get(subresource as Subresource)
        if (evaluator === undefined) throw methodNotAllowed()
        await evaluator(question)
      },
    }
  }
}
