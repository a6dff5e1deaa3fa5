import type { CachedObject } from '#cache/cached-object.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { User } from '#meta/user.js'
import type { Operation, StoredValue } from '#storage/contract.js'
import type { Clock } from '#util/clock.js'
import type { Random } from '#util/random.js'
import type { Allocations } from './allocations.js'

/** A feature of kube-apiserver that is off by default and can be on (`server/runtime-config/features.ts`). */
export type Feature = 'DynamicResourceAllocation' | 'VolumeAttributesClass'

/** What the hooks of a write may use besides the object. Several servers run in one process, so each passes its own. */
export interface WriteContext {
  readonly allocations: Allocations
  /** Whether nothing is stored, so that nothing need be free. */
  readonly dryRun: boolean
  readonly clock: Clock
  readonly random: Random
  /** The features that are on. */
  readonly features: ReadonlySet<Feature>
}

/** What is the same for all writes of a server. */
export type ServerContext = Omit<WriteContext, 'allocations' | 'dryRun'>

/**
 * The hooks of a kind for writes, on objects of the stored version. Each hook is optional. The generic store does the rest
 * (identity, versions, generation, status, metadata) for all kinds.
 */
export interface Strategy<O extends ApiObject> {
  /** Whether a new object may bring a status. Otherwise objects begin with an empty one. */
  readonly takesNewStatus?: boolean
  /** Whether an update may change the status too. Otherwise only the subresource does. */
  readonly takesChangedStatus?: boolean
  /**
   * Removes fields of features that are off. Runs before the hooks below, on new and on changed objects; never on one of
   * which only the metadata changes.
   */
  dropDisabledFields?(object: O, current: Readonly<O> | undefined, context: WriteContext): void
  /** Sets what the kind decides on a new object. Runs after the generic store has set the metadata. */
  prepareForCreate?(object: O, context: WriteContext, user: User): void
  /** Sets what the kind decides on a changed object. Runs before the generation is raised. */
  prepareForUpdate?(object: O, current: Readonly<O>, context: WriteContext): void
  /** Restores fields, besides the spec, that a status update must not change. */
  prepareForStatusUpdate?(object: O, current: Readonly<O>, context: WriteContext): void
  /**
   * The paths, besides those of all kinds, that a write through a subresource restores: it does not own them. The object
   * itself is the subresource `''`.
   */
  readonly keptFields?: Readonly<Record<string, readonly (readonly string[])[]>>
  /**
   * Marks an object at the start of its deletion, after its metadata. Not available for kinds with several versions.
   */
  prepareForDeletion?(object: O, request: DeletionRequest, context: WriteContext): void
  /** Whether something besides its finalizers blocks the deletion of the object. */
  holdsDeleted?(object: Readonly<O>): boolean
  /**
   * Resources that the object holds exclusively, under names such as `node-ports/30080`. A write that would give a name
   * to two objects is retried. The names are released when the object is removed.
   */
  allocations?(object: Readonly<O>): readonly string[]
  /**
   * The grace period of a delete in seconds; `asked` is that of the request. Kinds without this are deleted at once.
   */
  gracePeriod?(object: Readonly<O>, asked: number | undefined): number
  /** Records of the server, and other objects, that are stored in the same write as the object. */
  auxiliaryRecords?(change: StoredChange<O>): readonly Operation[]
}

/** The rules of one served version on its objects. */
export interface VersionRules<V extends ApiObject> {
  /** Whether rules read the metadata, so that a change of the metadata alone is validated too. */
  readonly readMetadata?: boolean
  /** Loads modules that the rules need, on first use; undefined if they are loaded. */
  load?(): Promise<void> | undefined
  /** On create and on update. */
  validate?(object: Readonly<V>, errors: FieldErrors): void
  /** Rules for new objects only. Returns a promise if the check takes long and yields to the event loop. */
  validateCreate?(object: Readonly<V>, errors: FieldErrors): void | Promise<void>
  /** Rules that compare with the current object. */
  validateUpdate?(object: Readonly<V>, current: Readonly<V>, errors: FieldErrors): void | Promise<void>
  /** Warnings about a new object as the client sent it, before the server changes it. It may be invalid. */
  earlyWarnings?(object: Readonly<V>): readonly string[]
  /** Warnings about a valid object: deprecated or ineffective settings. */
  warnings?(object: Readonly<V>, current: Readonly<V> | undefined, isChanged: boolean): readonly string[]
  /** Warnings about a valid status. */
  statusWarnings?(object: Readonly<V>): readonly string[]
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
  /** Another object as it is now. */
  readonly object: (key: string) => CachedObject | undefined
  readonly clock: Clock
  readonly random: Random
}

/** A past state of an object. */
export interface Revision {
  /** Counts from 1: the larger, the newer. */
  readonly revision: number
}

/**
 * How many names the object of a revision may have: a deleted object of the same name may have left others with the
 * first ones.
 */
export const MAX_COLLISIONS = 10

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
  /**
   * The object that shows a revision, in the stored version. Equal states have equal names. Another count of
   * collisions gives another name; the status of the object has one by default.
   */
  show(object: Readonly<O>, revision: R, collisions?: number): ApiObject
  /** The number of the revision that an object shows; undefined when it shows none. */
  numberOf(shown: CachedObject): number | undefined
  /** Takes number and annotations from `wanted`, the object as `show` makes it. */
  update(shown: ApiObject, wanted: ApiObject): void
  /** Whether an object only shows a revision, so that it can be deleted with the revision. */
  onlyShows(shown: CachedObject): boolean
}
