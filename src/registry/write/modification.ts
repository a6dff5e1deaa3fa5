import type { CachedObject } from '#cache/cached-object.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'
import type { WriteContext } from '#registry/strategy.js'
import type { Preconditions } from './preconditions.js'
import type { WriteOptions } from './write-options.js'

/** The target of an update: the object itself, or its status. */
export type UpdateModeName = 'object' | 'status'

/** An update through a subresource that restricts which fields can change. */
export interface SubresourceUpdate<V extends ApiObject> {
  /** Restores the fields that must not change. */
  prepare(object: V, current: Readonly<V>, context: WriteContext): void
  /** Whether the generation never changes. */
  readonly keepsGeneration?: boolean
  validate(object: Readonly<V>, current: Readonly<V>, errors: FieldErrors): void
}

/** The object that a change starts from. */
export interface CurrentObjectView<V extends ApiObject> {
  readonly served: CachedObject
  /** Must not be changed. */
  readonly metadata: Readonly<ObjectMeta>
  /** In the version of the request. Must not be changed. */
  readonly object: Readonly<V>
  /** A copy in the version of the request, to be changed. */
  copy(): V
}

/** A change of one object by an update or a patch. */
export interface Modification<V extends ApiObject> {
  /** Those of a replacement; the version of a patch is compared by `expectVersion`. */
  readonly preconditions?: Preconditions
  /** Whether a change that conflicts with another one is tried again on the newer object. */
  readonly retry: boolean
  /** The new metadata of a modification that changes nothing else; see `ObjectWrite`. */
  readonly changeMetadata?: ((metadata: ObjectMeta) => ObjectMeta) | undefined
  /** A first step that takes a while by itself, or finds that there is nothing to do; see `ObjectWrite`. */
  readonly change?: (current: CurrentObjectView<V>) => unknown
  /** Makes the new object from the current one and from what the first step has come to. Attempts count from 1. */
  readonly next: (current: CurrentObjectView<V>, attempt: number, changed: unknown) => V
  /** Throws if the client has seen the object in another version than is found; see `ObjectWrite`. */
  readonly expectVersion?: (current: CurrentObjectView<V>) => void
  readonly mode?: UpdateModeName | SubresourceUpdate<V>
  /** Whether `next` sets the owners of fields itself; see `ObjectWrite`. */
  readonly setsOwners?: boolean
  readonly isApply?: boolean
  /** Whether the change passes no admission plugins; see `ObjectWrite`. */
  readonly isAdmitted?: boolean
  readonly options?: WriteOptions
}

/** A new object, however it came about. */
export interface Insertion<V extends ApiObject> {
  /** Undefined when the server gives the object its name. */
  readonly name: string | undefined
  readonly options: WriteOptions
  /** Whether `make` sets the owners of fields itself; see `ObjectWrite`. */
  readonly setsOwners?: boolean
  readonly isApply?: boolean
  /** Makes the object, which an attempt to store it may change. Attempts count from 1. */
  make(attempt: number): V
}
