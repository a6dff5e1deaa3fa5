import type { EncodingCache } from '../cache/encoding-cache.js'
import type { ObjectCache } from '../cache/object-cache.js'
import { methodNotAllowed } from '../meta/api-error.js'
import type { ApiObject } from '../meta/api-object.js'
import { EVERY_FIELD } from '../selector/field-selector.js'
import { EVERYTHING } from '../selector/label-selector.js'
import type { Storage } from '../storage/contract.js'
import { type Clock, systemClock } from '../util/clock.js'
import type { KeyedMutex } from '../util/keyed-mutex.js'
import type { Evaluator, Evaluators } from './evaluation.js'
import type { ServedVersion, Subresource } from './kind.js'
import type { ContinueTokens } from './read/continue-token.js'
import type { ListOptions } from './read/list-options.js'
import type { ObjectList } from './read/object-list.js'
import { ObjectReader } from './read/object-reader.js'
import { Serializers } from './serialize/serializers.js'
import type { Place, SubresourceEndpoint, SubresourceHost } from './subresources/endpoint.js'
import { Admission, type AdmissionPlugin, type Registrations } from './write/admission.js'
import { CollectionDeletion } from './write/collection-deletion.js'
import type { DeleteRequest } from './write/delete-options.js'
import { ObjectWriter } from './write/object-writer.js'
import { WrittenValues } from './written-values.js'

export { CachedObject } from '../cache/cached-object.js'

/** What all stores of a server share. */
export interface StoreParts {
  readonly storage: Storage
  readonly cache: ObjectCache
  /** Objects in other forms than JSON. */
  readonly forms: EncodingCache
  /** What every write passes, in order. */
  readonly admission?: readonly AdmissionPlugin[]
  /** What else than the version decides which plugins a write passes; nothing when left out. */
  readonly registrations?: Registrations
  /** What answers the kinds whose objects are questions. */
  readonly evaluators?: Evaluators
  /** Makes and reads the continue values of lists. */
  readonly tokens: () => Promise<ContinueTokens>
  /** What times in metadata are taken from; the time of the system when left out. */
  readonly clock?: Clock
}

/** What the stores of all versions of one kind share. */
export interface SharedByVersions {
  readonly mutex: KeyedMutex
  /** The next number for a form of the kind's objects in the encoding cache. */
  readonly nextForm: () => number
}

/** The generic store of one kind, in one of its versions. */
export class ResourceStore<O extends ApiObject = ApiObject> {
  readonly definition: ServedVersion<O>
  readonly reader: ObjectReader<O>
  readonly writer: ObjectWriter<O>
  readonly serializers: Serializers
  /** By the name of the subresource. */
  readonly endpoints: ReadonlyMap<string, SubresourceEndpoint>
  /** Answers what is created; undefined for a kind whose objects are stored. */
  readonly evaluator: Evaluator<O> | undefined

  constructor(
    definition: ServedVersion<O>,
    {
      storage,
      cache,
      forms,
      tokens,
      admission = [],
      registrations,
      evaluators,
      clock = systemClock,
    }: StoreParts,
    { mutex, nextForm }: SharedByVersions,
  ) {
    this.definition = definition
    this.reader = new ObjectReader(definition, storage, cache, tokens)
    const admitted = new Admission(admission, definition as ServedVersion, registrations)
    const written = definition.conversion === undefined ? undefined : new WrittenValues()
    this.writer = new ObjectWriter(definition, storage, cache, admitted, mutex, clock, written)
    this.serializers = new Serializers(definition as ServedVersion, forms, nextForm, written)
    this.evaluator = evaluators?.get(definition.stored)
    const host = this.#host(cache, evaluators)
    this.endpoints = new Map(definition.subresources.map(({ name, endpoint }) => [name, endpoint(host)]))
  }

  /** Deletes what a list would show. An object that another request has deleted meanwhile is fine. */
  deleteCollection(options: ListOptions, request: DeleteRequest): Promise<ObjectList> {
    return new CollectionDeletion(this.reader, this.writer, options, request).run()
  }

  /** Has an object converted, where something else than the server does that. */
  async prepare({ namespace, name }: Place): Promise<void> {
    await this.definition.form?.prepare([this.reader.get(namespace, name)])
  }

  #host(cache: ObjectCache, evaluators: Evaluators | undefined): SubresourceHost<O> {
    const { definition, reader, writer } = this
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
      modify: async ({ namespace, name }, change) => {
        const changed = await writer.modify(namespace, name, change)
        await definition.form?.prepare([changed])
        return changed
      },
      delete: async ({ namespace, name }, request) => (await writer.delete(namespace, name, request)).object,
      others,
      siblings: (plural, namespace) =>
        others(`${definition.stored.prefix.split('/', 1)}/${plural}/`, namespace),
      record: (key) => cache.record(key)?.value,
      evaluate: async (subresource, question) => {
        const evaluator = evaluators?.get(subresource as Subresource)
        if (evaluator === undefined) throw methodNotAllowed()
        await evaluator(question)
      },
    }
  }
}
