import type { ApiObject } from '../../meta/api-object.js'
import type { User } from '../../meta/user.js'
import type { ServedVersion } from '../kind.js'
import type { Rights } from './rights.js'

export type AdmittedOperation = 'create' | 'update' | 'delete'

/** What a write is about: an object as a whole, its status, or what another subresource leads to. */
export type AdmittedPart = 'object' | 'status' | 'other'

/** A write before the server has prepared and validated it, in the version of the request. */
export interface AdmissionReview<V extends ApiObject = ApiObject> {
  readonly operation: AdmittedOperation
  readonly version: ServedVersion
  readonly part: AdmittedPart
  readonly namespace: string | undefined
  /** Undefined for a new object that has no name yet. */
  readonly name: string | undefined
  /** The object that the write makes, which may be changed; undefined when the write removes the object. */
  readonly object: V | undefined
  /** The object that the write finds. Must not be changed. */
  readonly current: Readonly<V> | undefined
  readonly user: User
  /** What the user may do besides; undefined where everything is allowed. */
  readonly rights: Rights | undefined
  /** Whether the object is what a client applies, and not what it creates or updates. */
  readonly isApply: boolean
  readonly dryRun: boolean
  /** What the client is warned of is added here; undefined when no client waits for it. */
  readonly warnings: string[] | undefined
  /**
   * Has another object replaced in the same write: what it is to be, in its stored form, with the resource version of the
   * object that it replaces.
   */
  alsoReplace(key: string, object: ApiObject): void
}

/**
 * A policy that every write of some kinds passes. Both steps return a promise only if there is something to wait for, and
 * are taken again when a write is retried.
 */
export interface AdmissionPlugin {
  readonly name: string
  /** Decided once for each served version. A version without plugins pays nothing. */
  handles(version: ServedVersion, operation: AdmittedOperation): boolean
  /** Changes the object before it is prepared and validated, or throws an `ApiError` to reject the write. */
  admit?(review: AdmissionReview): void | Promise<void>
  /** Throws an `ApiError` to reject the object that is about to be stored: complete, valid, and not to be changed. */
  check?(review: AdmissionReview): void | Promise<void>
}

type Step = 'admit' | 'check'

/** The plugins for the writes of one served version, in order. */
export class Admission {
  readonly #plugins: Readonly<Record<AdmittedOperation, readonly AdmissionPlugin[]>>
  readonly #checks: Readonly<Record<AdmittedOperation, boolean>>

  constructor(plugins: readonly AdmissionPlugin[], version: ServedVersion) {
    const handling = (operation: AdmittedOperation) =>
      plugins.filter((plugin) => plugin.handles(version, operation))
    const all = { create: handling('create'), update: handling('update'), delete: handling('delete') }
    const checks = (operation: AdmittedOperation) => all[operation].some(({ check }) => check !== undefined)
    this.#plugins = all
    this.#checks = { create: checks('create'), update: checks('update'), delete: checks('delete') }
  }

  isNeededFor(operation: AdmittedOperation): boolean {
    return this.#plugins[operation].length > 0
  }

  /** Whether some plugin looks at what is about to be stored. */
  checks(operation: AdmittedOperation): boolean {
    return this.#checks[operation]
  }

  /** Undefined when all plugins have decided at once. Throws, or rejects with, the error for the client. */
  run(step: Step, review: AdmissionReview, first = 0): Promise<void> | undefined {
    const plugins = this.#plugins[review.operation]
    for (let index = first; index < plugins.length; index++) {
      const pending = plugins[index]?.[step]?.(review)
      if (pending !== undefined) return pending.then(() => this.run(step, review, index + 1))
    }
    return undefined
  }
}
