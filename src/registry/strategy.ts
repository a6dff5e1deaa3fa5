import type { CachedObject } from '#cache/cached-object.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { User } from '#meta/user.js'
import type { Operation, StoredValue } from '#storage/contract.js'
import type { Allocations } from './allocations.js'

/**
 * The hooks of a kind for writes, on objects of the stored version. Each hook is optional. The generic store does the rest
 * (identity, versions, generation, status, metadata) for all kinds.
 */
export interface Strategy<O extends ApiObject> {
  /** Whether a new object may bring a status. Otherwise objects begin with an empty one. */
  readonly takesNewStatus?: boolean
  /** Sets what the kind decides on a new object. Runs after the generic store has set the metadata. */
  prepareForCreate?(object: O, allocations: Allocations, user: User): void
  /** Sets what the kind decides on a changed object. Runs before the generation is raised. */
  prepareForUpdate?(object: O, current: Readonly<O>, allocations: Allocations): void
  /** Puts back what a report of the status may not change besides the spec. */
  prepareForStatusUpdate?(object: O, current: Readonly<O>): void
  /** The paths of what `prepareForStatusUpdate` puts back: no one comes to own it by a report of the status. */
  readonly keptByStatusUpdates?: readonly (readonly string[])[]
  /**
   * Marks an object whose deletion is asked for, besides its metadata, which are marked already. Kinds that have several
   * versions cannot have it.
   */
  prepareForDeletion?(object: O, request: DeletionRequest): void
  /** Whether something besides the finalizers of its metadata holds back an object that is being deleted. */
  holdsDeleted?(object: Readonly<O>): boolean
  /**
   * What the object holds for itself alone, under names such as `node-ports/30080`. No two objects hold the same name at a
   * time: a write that would make them is tried again. What an object holds is released when the object is gone.
   */
  allocations?(object: Readonly<O>): readonly string[]
  /**
   * For how many seconds an object that is to be deleted is kept, so that what it stands for can come to an end; `asked` is
   * what the request says. Kinds without this are deleted at once.
   */
  gracePeriod?(object: Readonly<O>, asked: number | undefined): number
  /** Records of the server that are stored in the same write as the object. */
  auxiliaryRecords?(change: StoredChange<O>): readonly Operation[]
}

/** The rules of one served version on its objects. */
export interface VersionRules<V extends ApiObject> {
  /** Whether rules look at the metadata too, so that they are checked again when nothing else has changed. */
  readonly readMetadata?: boolean
  /** Loads what the rules are made of, where no server needs that from its start; undefined when there is nothing to wait for. */
  load?(): Promise<void> | undefined
  /** On create and on update. */
  validate?(object: Readonly<V>, errors: FieldErrors): void
  /** Rules that only new objects have to keep. There is a promise where so much is checked that it is done in slices. */
  validateCreate?(object: Readonly<V>, errors: FieldErrors): void | Promise<void>
  /** Rules that look at the current object too. */
  validateUpdate?(object: Readonly<V>, current: Readonly<V>, errors: FieldErrors): void | Promise<void>
  /** Warnings about a valid object: deprecated or ineffective settings. */
  warnings?(object: Readonly<V>, current: Readonly<V> | undefined, isChanged: boolean): readonly string[]
  /** Whether an update that does not raise the generation has no warnings. */
  readonly warnsOfChangesOnly?: boolean
  /** The warning for a delete without a propagation policy. */
  readonly deletionWarning?: string
  /** The rules on a reported status. */
  validateStatusUpdate?(object: Readonly<V>, current: Readonly<V>, errors: FieldErrors): void | Promise<void>
}

/** The options of a delete that kinds may use. */
export interface DeletionRequest {
  /** Undefined when the kind is to decide. */
  readonly gracePeriodSeconds: number | undefined
}

/** A change of one object that is about to be stored. */
export interface StoredChange<O extends ApiObject> {
  /** Undefined for a new object. */
  readonly before: O | undefined
  /** Undefined for an object that is removed. */
  readonly after: O | undefined
  /** How many bytes `after` takes in the store. */
  readonly size: number
  /** The current value of one of the server's records. */
  readonly record: (key: string) => StoredValue | undefined
}

/** A past state of an object. */
export interface Revision {
  /** Counts from 1: the larger, the newer. */
  readonly revision: number
}

/**
 * The revisions of the objects of a kind. A record beside each object keeps them, and objects of another kind show them to
 * clients: a controller makes those, and the object owns them.
 */
export interface History<O extends ApiObject = ApiObject, R extends Revision = Revision> {
  /** The key prefix of the records: `~/plural/`, followed by namespace and name of the object. */
  readonly records: string
  /** The kind of the objects that show revisions, in any of its versions. */
  readonly shownAs: { readonly apiVersion: string; readonly kind: string }
  /** Oldest first; the last one is the state that the object is in now. */
  revisions(object: Readonly<O>, record: Buffer): readonly R[]
  /** The object that shows a revision, in the version that is stored. The same state is always shown under the same name. */
  show(object: Readonly<O>, revision: R): ApiObject
  /** The number of the revision that an object shows; undefined when it shows none. */
  numberOf(shown: CachedObject): number | undefined
  /** Takes number and annotations from `wanted`, the object as `show` makes it. */
  update(shown: ApiObject, wanted: ApiObject): void
  /** Whether an object does nothing but show a revision, so that it can be deleted with the revision. */
  onlyShows(shown: CachedObject): boolean
}
