import type { ApiObject } from '#meta/object-meta.js'
import type { User } from '#meta/user.js'
import type { ServedVersion, Subresource } from '#registry/kind.js'
import type { AuditAnnotations, Rights } from './write-options.js'

export type AdmittedOperation = 'create' | 'update' | 'delete'

/** The target of a write: the object, its status or another subresource. */
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
  /** The other rights of the user; undefined without authorization. */
  readonly rights: Rights | undefined
  /** Whether the object is what a client applies, and not what it creates or updates. */
  readonly isApply: boolean
  readonly dryRun: boolean
  /** Collects warnings for the client; undefined if there is no client. */
  readonly warnings: string[] | undefined
  /** Receives audit annotations; undefined if the request is not audited. */
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
  /** Whether the plugin calls other servers. They may be slow, and may write the same object meanwhile. */
  readonly asksOthers?: boolean
  /** Whether the plugin also admits objects that are not stored: reviews, and those created through subresources. */
  readonly seesUnstored?: boolean
  /** Decided once for each served version, and again when registrations change. A version without plugins pays nothing. */
  handles(version: ServedVersion, operation: AdmittedOperation): boolean
  /** Changes the object before it is prepared and validated, or throws an `ApiError` to reject the write. */
  admit?(review: AdmissionReview): void | Promise<void>
  /** Throws an `ApiError` to reject the object that is about to be stored: complete, valid, and not to be changed. */
  check?(review: AdmissionReview): void | Promise<void>
}

/** The registrations of clients. They change which writes a plugin handles. */
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

  /** Rejects with the error for the client. */
  async run(step: Step, review: RunningReview): Promise<void> {
    do {
      for (const plugin of this.#plugins[review.operation]) await plugin[step]?.(review)
    } while (step === 'admit' && review.beginSecondRound())
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

/** What rejections of a write call its object, which may have no name yet. */
export const reviewedName = ({ name, object }: Pick<AdmissionReview, 'name' | 'object'>): string =>
  name || object?.metadata.name || object?.metadata.generateName || 'Unknown!'
