import type { ApiObject } from '../../meta/api-object.js'
import type { User } from '../../meta/user.js'
import type { ServedVersion } from '../kind.js'

export type AdmittedOperation = 'create' | 'update' | 'delete'

/** A write before the server has prepared and validated it, in the version of the request. */
export interface AdmissionReview<V extends ApiObject = ApiObject> {
  readonly operation: AdmittedOperation
  readonly version: ServedVersion
  readonly namespace: string | undefined
  /** Undefined for a new object that has no name yet. */
  readonly name: string | undefined
  /** The object that the write makes, which may be changed; undefined when the write removes the object. */
  readonly object: V | undefined
  /** The object that the write finds. Must not be changed. */
  readonly current: Readonly<V> | undefined
  readonly user: User
  readonly dryRun: boolean
}

/** A policy that every write of some kinds passes: changes the object, or throws an `ApiError` to reject the write. */
export interface AdmissionPlugin {
  readonly name: string
  /** Decided once for each served version. A version without plugins pays nothing. */
  handles(version: ServedVersion, operation: AdmittedOperation): boolean
  /** Returns a promise only if there is something to wait for. Is called again when a write is retried. */
  admit(review: AdmissionReview): void | Promise<void>
}

/** The plugins for the writes of one served version, in order. */
export class Admission {
  readonly #plugins: Readonly<Record<AdmittedOperation, readonly AdmissionPlugin[]>>

  constructor(plugins: readonly AdmissionPlugin[], version: ServedVersion) {
    const handling = (operation: AdmittedOperation) =>
      plugins.filter((plugin) => plugin.handles(version, operation))
    this.#plugins = { create: handling('create'), update: handling('update'), delete: handling('delete') }
  }

  isNeededFor(operation: AdmittedOperation): boolean {
    return this.#plugins[operation].length > 0
  }

  /** Undefined when all plugins have decided at once. Throws, or rejects with, the error for the client. */
  admit(review: AdmissionReview, first = 0): Promise<void> | undefined {
    const plugins = this.#plugins[review.operation]
    for (let index = first; index < plugins.length; index++) {
      const pending = plugins[index]?.admit(review)
      if (pending !== undefined) return pending.then(() => this.admit(review, index + 1))
    }
    return undefined
  }
}
