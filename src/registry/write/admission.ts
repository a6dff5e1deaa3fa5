import type { ApiObject } from '#meta/api-object.js'
import type { User } from '#meta/user.js'
import type { ServedVersion, Subresource } from '#registry/kind.js'
import type { AuditAnnotations } from './audit-annotations.js'
import type { Rights } from './rights.js'

export type AdmittedOperation = 'create' | 'update' | 'delete'

/** What a write is about: an object as a whole, its status, or what another subresource leads to. */
export type AdmittedPart = 'object' | 'status' | 'other'

/** A write before the server has prepared and validated it, in the version of the request. */
export interface AdmissionReview<V extends ApiObject = ApiObject> {
  readonly operation: AdmittedOperation
  readonly version: ServedVersion
  readonly part: AdmittedPart
  /** The subresource that the write comes through; undefined for the object itself. */
  readonly subresource: string | undefined
  /** The same, where the object is created through the subresource: one of the subresource's own kind, which is not stored. */
  readonly createdThrough: Subresource | undefined
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
  /** Takes what is noted of the request where requests are recorded; undefined where this one is not. */
  readonly notes: AuditAnnotations | undefined
  /** The options of the request, in the form in which clients give them. */
  readonly options: Readonly<Record<string, unknown>>
  /** Whether the plugins see the object for the second time, because one of them has asked for that. */
  readonly isSecondRound: boolean
  /** Has all plugins admit the object once more after the last of them, as the object has changed since they saw it. */
  admitAgain(): void
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
  /** Whether deciding takes answers of other servers, which may take long, and may write the very object meanwhile. */
  readonly asksOthers?: boolean
  /** Whether what is created and not stored passes the plugin too: through subresources, and questions. */
  readonly seesUnstored?: boolean
  /** Decided once for each served version, and again when registrations change. A version without plugins pays nothing. */
  handles(version: ServedVersion, operation: AdmittedOperation): boolean
  /** Changes the object before it is prepared and validated, or throws an `ApiError` to reject the write. */
  admit?(review: AdmissionReview): void | Promise<void>
  /** Throws an `ApiError` to reject the object that is about to be stored: complete, valid, and not to be changed. */
  check?(review: AdmissionReview): void | Promise<void>
}

/** What clients have registered, by which plugins handle other writes than before. */
export interface Registrations {
  /** Changes whenever `handles` of a plugin may return something else. */
  readonly generation: number
}

const NEVER_CHANGING: Registrations = { generation: 0 }

type Step = 'admit' | 'check'

/** What plugins look at in the admission of one write. */
export interface RunningReview extends AdmissionReview {
  /** Begins the second round, if a plugin has asked for one and there was none yet. */
  beginSecondRound(): boolean
}

type ByOperation<T> = Readonly<Record<AdmittedOperation, T>>

/** The plugins for the writes of one served version, in order. */
export class Admission {
  readonly #all: readonly AdmissionPlugin[]
  readonly #version: ServedVersion
  readonly #registrations: Registrations
  #generation: number
  #plugins: ByOperation<readonly AdmissionPlugin[]>
  #checks: ByOperation<boolean>
  #asksOthers: ByOperation<boolean>

  constructor(
    plugins: readonly AdmissionPlugin[],
    version: ServedVersion,
    registrations: Registrations = NEVER_CHANGING,
  ) {
    this.#all = plugins
    this.#version = version
    this.#registrations = registrations
    this.#generation = registrations.generation
    this.#plugins = this.#handling()
    this.#checks = operationsWith(this.#plugins, isChecking)
    this.#asksOthers = operationsWith(this.#plugins, isAskingOthers)
  }

  isNeededFor(operation: AdmittedOperation): boolean {
    this.#renew()
    return this.#plugins[operation].length > 0
  }

  /** Whether some plugin looks at what is about to be stored. */
  checks(operation: AdmittedOperation): boolean {
    this.#renew()
    return this.#checks[operation]
  }

  /** Whether such writes may wait for other servers. */
  asksOthers(operation: AdmittedOperation): boolean {
    this.#renew()
    return this.#asksOthers[operation]
  }

  /** Undefined when all plugins have decided at once. Throws, or rejects with, the error for the client. */
  run(step: Step, review: RunningReview): Promise<void> | undefined {
    return this.#runFrom(0, this.#plugins[review.operation], step, review)
  }

  #runFrom(
    first: number,
    plugins: readonly AdmissionPlugin[],
    step: Step,
    review: RunningReview,
  ): Promise<void> | undefined {
    for (let index = first; index < plugins.length; index++) {
      const pending = plugins[index]?.[step]?.(review)
      if (pending !== undefined) return pending.then(() => this.#runFrom(index + 1, plugins, step, review))
    }
    const isOver = step === 'check' || !review.beginSecondRound()
    return isOver ? undefined : this.#runFrom(0, plugins, step, review)
  }

  #renew(): void {
    if (this.#generation === this.#registrations.generation) return
    this.#generation = this.#registrations.generation
    this.#plugins = this.#handling()
    this.#checks = operationsWith(this.#plugins, isChecking)
    this.#asksOthers = operationsWith(this.#plugins, isAskingOthers)
  }

  #handling(): ByOperation<readonly AdmissionPlugin[]> {
    const handling = (operation: AdmittedOperation) =>
      this.#all.filter((plugin) => plugin.handles(this.#version, operation))
    return { create: handling('create'), update: handling('update'), delete: handling('delete') }
  }
}

const isChecking = ({ check }: AdmissionPlugin) => check !== undefined
const isAskingOthers = ({ asksOthers = false }: AdmissionPlugin) => asksOthers

function operationsWith(
  plugins: ByOperation<readonly AdmissionPlugin[]>,
  property: (plugin: AdmissionPlugin) => boolean,
): ByOperation<boolean> {
  const some = (operation: AdmittedOperation) => plugins[operation].some(property)
  return { create: some('create'), update: some('update'), delete: some('delete') }
}
