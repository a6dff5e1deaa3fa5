import { CachedObject } from '#cache/cached-object.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { AppliedPatch, Patch } from '#patch/patch.js'
import type { BeforeDelete, DeleteRequest } from '#registry/write/delete-options.js'
import type { Modification, SubresourceUpdate, UpdateModeName } from '#registry/write/modification.js'
import type { ChangedResource } from '#registry/write/preconditions.js'
import type { WriteOptions } from '#registry/write/write-options.js'
import type { Clock } from '#util/clock.js'
import type { Query } from '#util/text/query.js'
import type { ConnectExchange } from './connect.js'

/** The object that a subresource belongs to. */
export interface Place {
  readonly namespace: string | undefined
  readonly name: string
}

/**
 * The handler of a subresource. It has a method for each of its verbs. They return objects of the parent's kind, or values
 * of its own kind.
 */
export interface SubresourceEndpoint {
  /** The error for every request to the subresource, whatever its verb. The body is not read. */
  refuse?(place: Place, query: Query): Error | undefined
  get?(place: Place): CachedObject | object | Promise<object>
  /** Throws the error of a patch if there is no object. Needed if `get` may fail for an object that exists. */
  expect?(place: Place): void | Promise<void>
  replace?(place: Place, body: unknown, options: WriteOptions): Promise<CachedObject | object>
  patch?(place: Place, patch: Patch | AppliedPatch, options: WriteOptions): Promise<CachedObject | object>
  create?(place: Place, body: unknown, options: WriteOptions): Promise<CachedObject | object>
  /**
   * Handles every request of a subresource that `forwards`, in place of the other methods. Resolves when the response is complete or the client is
   * gone. Rejects with an `ApiError` before the response has started.
   */
  connect?(place: Place, exchange: ConnectExchange): Promise<void>
}

/** The part of the store that a subresource may use. */
export interface SubresourceHost<O extends ApiObject = ApiObject> {
  readonly resource: ChangedResource
  readonly clock: Clock
  /** Throws `notFound`. */
  get(place: Place): CachedObject
  parse(served: CachedObject): O
  /** The object in canonical form, after parts of it were replaced. */
  canonical(object: O): O
  replace(
    place: Place,
    body: unknown,
    options: WriteOptions,
    mode: UpdateModeName | SubresourceUpdate<O>,
  ): Promise<CachedObject>
  patch(
    place: Place,
    patch: Patch | AppliedPatch,
    options: WriteOptions,
    mode: UpdateModeName | SubresourceUpdate<O>,
  ): Promise<CachedObject>
  /**
   * Runs admission for an object created through a subresource. Plugins may change it; `validate` runs before their
   * final check. Rejects with an `ApiError`.
   */
  admit(
    subresource: object,
    place: Place,
    object: object,
    options: WriteOptions,
    validate?: () => void,
  ): Promise<void>
  modify(place: Place, change: Modification<O>): Promise<CachedObject>
  /** Deletes the object like a delete request. */
  delete(place: Place, request: DeleteRequest, accompany?: BeforeDelete<O>): Promise<CachedObject>
  /** The objects in a namespace of the kind that is stored under a prefix. */
  others(prefix: string, namespace: string | undefined): Iterable<CachedObject>
  /** The objects of another kind of the same group in a namespace. */
  siblings(plural: string, namespace: string | undefined): Iterable<CachedObject>
  /** A record of the server itself. */
  record(key: string): Buffer | undefined
  /** Calls the handler of a review that was created through the subresource. Throws an `ApiError`. */
  createReview(
    subresource: object,
    request: { readonly object: ApiObject } & Pick<WriteOptions, 'user' | 'warnings' | 'auditAnnotations'>,
  ): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: a subresource knows the type of its own kind's objects, the store that makes it does not.
export type EndpointFactory = (host: SubresourceHost<any>) => SubresourceEndpoint

/** `status`: the whole object. Only its status and some metadata can be changed here. */
export const statusEndpoint: EndpointFactory = (host) => ({
  get: (place) => through('status', host.get(place)),
  replace: async (place, body, options) =>
    through('status', await host.replace(place, body, options, 'status')),
  patch: async (place, patch, options) =>
    through('status', await host.patch(place, patch, options, 'status')),
})

/** Without a `selfLink` an object is the same through every subresource. */
const isPlain = (served: CachedObject) => !served.json.includes(LINK)
const LINK = Buffer.from('"selfLink":')

/** The `selfLink` of an object names the subresource. */
function through(subresourceName: string, served: CachedObject): CachedObject {
  if (isPlain(served)) return served
  const object = JSON.parse(served.json.toString()) as ApiObject
  const { metadata } = object
  if (metadata.selfLink !== undefined) metadata.selfLink = `${metadata.selfLink}/${subresourceName}`
  return new CachedObject(served.key, served.revision, Buffer.from(JSON.stringify(object)))
}
