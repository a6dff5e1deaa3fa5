import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'
import type { Operation } from '#storage/contract.js'
import type { AdmittedOperation } from './admission.js'
import type { Conflict, ConflictRetry } from './conflict-retry.js'
import type { CurrentObject } from './current-object.js'
import type { DeleteRequest } from './delete-options.js'
import type { WriteMode } from './write-mode.js'
import type { WriteOptions } from './write-options.js'

/** The result of the first step of a write that changes nothing. */
export const UNCHANGED = Symbol('unchanged')

/** One write of one object: from what there is to what there is to be. */
export interface ObjectWrite<V extends ApiObject> {
  readonly namespace: string | undefined
  /** Undefined for a new object, which has its name in itself. */
  readonly name: string | undefined
  readonly operation: AdmittedOperation
  readonly mode: WriteMode
  readonly options: Pick<
    WriteOptions,
    | 'dryRun'
    | 'user'
    | 'rights'
    | 'warnings'
    | 'auditAnnotations'
    | 'trace'
    | 'manager'
    | 'asked'
    | 'subresource'
  > &
    Partial<Pick<DeleteRequest, 'policy' | 'gracePeriodSeconds' | 'uid' | 'resourceVersion'>>
  /** Whether `make` sets the owners of fields itself. Otherwise the manager that changes a field comes to own it. */
  readonly setsOwners?: boolean | undefined
  /** Whether the object is what a client applies. */
  readonly isApply?: boolean | undefined
  /** Whether the write follows from a request that was admitted as something else, and passes no plugins any more. */
  readonly isAdmitted?: boolean | undefined
  /** The precondition: a new object is stored only if there is none. */
  readonly expects: 'absent' | 'present'
  /**
   * The new metadata of a write that changes nothing else. What it throws does not count: `make` comes to the same for the
   * whole object.
   */
  readonly changeMetadata?: ((metadata: ObjectMeta) => ObjectMeta) | undefined
  /**
   * A first step that takes a while by itself: the pipeline yields to the event loop before the next. `UNCHANGED` ends the
   * write: there is nothing to be stored.
   */
  change?(current: CurrentObject<V>): unknown
  /**
   * Makes what there is to be, in the version of the request, from what the first step has come to; undefined to remove
   * the object. Throws the error for the client. Attempts count from 1.
   */
  make(current: CurrentObject<V> | undefined, attempt: number, changed: unknown): V | undefined
  /** What is stored in the same write as that which `make` has made last. A conflict with it begins another attempt. */
  alongside?: (() => readonly Operation[]) | undefined
  /**
   * Throws if the client has seen the object in another version. Comes after the plugins have admitted what was made: that a
   * client may not do something counts for more than that it does it too late.
   */
  expectVersion?: ((current: CurrentObject<V>) => void) | undefined
  /** The error for the client when there is no object. */
  missing(): Error
  /** Resolves when another attempt is to be made after a conflict, else rejects with the error for the client. */
  onConflict(conflict: Conflict, retry: ConflictRetry, attempt: number): Promise<void>
}
