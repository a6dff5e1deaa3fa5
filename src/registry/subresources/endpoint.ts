import type { CachedObject } from '#cache/cached-object.js'
import type { ApiObject } from '#meta/api-object.js'
import type { User } from '#meta/user.js'
import type { AppliedPatch, Patch } from '#patch/patch.js'
import type { DeleteRequest, DeletionCompany } from '#registry/write/delete-options.js'
import type { Modification, SubresourceUpdate, UpdateModeName } from '#registry/write/modification.js'
import type { ChangedResource } from '#registry/write/preconditions.js'
import type { WriteOptions } from '#registry/write/write-options.js'

/** The object that a subresource belongs to. */
export interface Place {
  readonly namespace: string | undefined
  readonly name: string
}

/**
 * What a subresource does. It has the methods of its verbs; their results are what is answered: objects of the kind that
 * it belongs to, or values of its own kind.
 */
export interface SubresourceEndpoint {
  /** Why nothing is to be had here, whatever the verb. The body of the request is not read. */
  refuse?(place: Place): Error | undefined
  get?(place: Place): CachedObject | object | Promise<object>
  /** Throws what a patch is answered with where there is no object. Needed where `get` may fail for an object that is there. */
  expect?(place: Place): void | Promise<void>
  replace?(place: Place, body: unknown, options: WriteOptions): Promise<CachedObject | object>
  patch?(place: Place, patch: Patch | AppliedPatch, options: WriteOptions): Promise<CachedObject | object>
  create?(place: Place, body: unknown, options: WriteOptions): Promise<CachedObject | object>
}

/** What a subresource may use of the store it belongs to. */
export interface SubresourceHost<O extends ApiObject = ApiObject> {
  readonly resource: ChangedResource
  /** Throws `notFound`. */
  get(place: Place): CachedObject
  parse(served: CachedObject): O
  /** The object with its parts in canonical form, after they were put together from others. */
  canonical(object: O): O
  replace(
    place: Place,
    body: unknown,
    options: WriteOptions,
    flow: UpdateModeName | SubresourceUpdate<O>,
  ): Promise<CachedObject>
  patch(
    place: Place,
    patch: Patch | AppliedPatch,
    options: WriteOptions,
    flow: UpdateModeName | SubresourceUpdate<O>,
  ): Promise<CachedObject>
  /**
   * Has an object admitted that is created through a subresource, and may be changed by that. What it has become is given
   * to `validate` before it is seen for the last time. Rejects with an `ApiError`.
   */
  admit(
    subresource: object,
    place: Place,
    object: object,
    options: WriteOptions,
    validate?: () => void,
  ): Promise<void>
  modify(place: Place, change: Modification<O>): Promise<CachedObject>
  /** Removes the object as a request to delete it does. */
  delete(place: Place, request: DeleteRequest, accompany?: DeletionCompany<O>): Promise<CachedObject>
  /** The objects in a namespace of the kind that is stored under a prefix. */
  others(prefix: string, namespace: string | undefined): Iterable<CachedObject>
  /** The objects of another kind of the same group in a namespace. */
  siblings(plural: string, namespace: string | undefined): Iterable<CachedObject>
  /** One of the server's own records. */
  record(key: string): Buffer | undefined
  /** Has a question that was asked through the subresource answered, in the object itself. Throws an `ApiError`. */
  evaluate(subresource: object, question: { readonly object: ApiObject; readonly user: User }): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: a subresource knows the type of its own kind's objects, the store that makes it does not.
export type EndpointFactory = (host: SubresourceHost<any>) => SubresourceEndpoint
