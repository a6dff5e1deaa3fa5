import type { ApiObject } from '#meta/object-meta.js'
import type { User } from '#meta/user.js'
import type { RequestTrace } from '#observe/trace/request-trace.js'
import type { ServedVersion, Subresource } from '#registry/kind.js'
import type { AdmissionMetrics } from './admission-metrics.js'
import type { AuditAnnotations, Rights } from './write-options.js'

/** `connect` opens a connection to a subresource, such as `exec`: the object is its options. */
export type AdmittedOperation = 'create' | 'update' | 'delete' | 'connect'

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
  /** The new object, which plugins may change; undefined for a delete. */
  readonly object: V | undefined
  /** The current object. Must not be changed. */
  readonly current: Readonly<V> | undefined
  readonly user: User
  /** The other rights of the user; undefined without authorization. */
  readonly rights: Rights | undefined
  /** Whether the write is a server-side apply. */
  readonly isApply: boolean
  readonly dryRun: boolean
  /** Collects warnings for the client; undefined if there is no client. */
  readonly warnings: string[] | undefined
  /** Receives audit annotations; undefined if the request is not audited. */
  readonly auditAnnotations: AuditAnnotations | undefined
  /** Notes what the write waits for; undefined for a write of the server. */
  readonly trace: RequestTrace | undefined
  /** The options of the request, as in the API. */
  readonly options: Readonly<Record<string, unknown>>
  /** Whether this is the second round (reinvocation). */
  readonly isSecondRound: boolean
  /** Requests a second round of all plugins, because the object has changed since they saw it. */
  admitAgain(): void
  /**
   * Replaces another object in the same write. The new object is in the stored version and has the resource version of
   * the old one.
   */
  alsoReplace(key: string, object: ApiObject): void
}

/**
 * A policy for the writes of some kinds. Both steps return a promise only if they must wait, and run again when a write
 * is retried.
 */
export interface AdmissionPlugin {
  readonly name: string
  /** Whether the plugin calls other servers, which may be slow and may write the same object. */
  readonly callsOtherServers?: boolean
  /** Whether the plugin also admits objects that are not stored: reviews, and those created through subresources. */
  readonly seesUnstored?: boolean
  /** Evaluated once for each served version, and again when registrations change. */
  handles(version: ServedVersion, operation: AdmittedOperation): boolean
  /** Whether the plugin looks at writes in the namespace at this moment; undefined if it always does. */
  appliesIn?(namespace: string | undefined): boolean
  /** Changes the object before it is prepared and validated, or throws an `ApiError` to reject the write. */
  admit?(review: AdmissionReview): void | Promise<void>
  /** Throws an `ApiError` to reject the object to be stored. It is complete and valid, and must not be changed. */
  check?(review: AdmissionReview): void | Promise<void>
}

/** Plugins that ask another server what users may do. */
export const callingOtherServers = (plugins: readonly AdmissionPlugin[]): readonly AdmissionPlugin[] =>
  plugins.map((plugin) => Object.assign(plugin, { callsOtherServers: true }))

/** The registrations of clients. They change which writes a plugin handles. */
export interface Registrations {
  /** Changes whenever `handles` may return a different result. */
  readonly generation: number
}

const NEVER_CHANGING: Registrations = { generation: 0 }

type Step = 'admit' | 'check'

/** The review of one write, with its rounds. */
export interface RunningReview extends AdmissionReview {
  /** Begins the second round, if a plugin has requested it. Happens at most once. */
  beginSecondRound(): boolean
}

type ByOperation<T> = Readonly<Record<AdmittedOperation, T>>

/** The plugins for the writes of one served version, in order. */
export class Admission {
  readonly #all: readonly AdmissionPlugin[]
  readonly #version: ServedVersion
  readonly #registrations: Registrations
  readonly #metrics: AdmissionMetrics | undefined
  #generation: number
  #plugins: ByOperation<readonly AdmissionPlugin[]>
  #checks: ByOperation<boolean>
  #asksOthers: ByOperation<boolean>

  constructor(
    plugins: readonly AdmissionPlugin[],
    version: ServedVersion,
    registrations: Registrations = NEVER_CHANGING,
    metrics?: AdmissionMetrics,
  ) {
    this.#all = plugins
    this.#version = version
    this.#registrations = registrations
    this.#metrics = metrics
    this.#generation = registrations.generation
    this.#plugins = this.#handling()
    this.#checks = operationsWith(this.#plugins, isChecking)
    this.#asksOthers = operationsWith(this.#plugins, isAskingOthers)
  }

  isNeededFor(operation: AdmittedOperation, namespace?: string): boolean {
    this.#renew()
    return this.#plugins[operation].some((plugin) => plugin.appliesIn?.(namespace) ?? true)
  }

  /** Whether some plugin has a `check`. */
  checks(operation: AdmittedOperation): boolean {
    this.#renew()
    return this.#checks[operation]
  }

  /** Whether such writes may wait for other servers. */
  callsOtherServers(operation: AdmittedOperation): boolean {
    this.#renew()
    return this.#asksOthers[operation]
  }

  /** Rejects with the error for the client. */
  async run(step: Step, review: RunningReview): Promise<void> {
    const timing = review.trace?.begin('admission')
    const startedAt = performance.now()
    let isRejected = true
    try {
      do {
        for (const plugin of this.#plugins[review.operation]) await plugin[step]?.(review)
      } while (step === 'admit' && review.beginSecondRound())
      isRejected = false
    } finally {
      timing?.end()
      this.#metrics?.observe(step, review.operation, isRejected, (performance.now() - startedAt) / 1000)
    }
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
    return {
      create: handling('create'),
      update: handling('update'),
      delete: handling('delete'),
      connect: handling('connect'),
    }
  }
}

const isChecking = ({ check }: AdmissionPlugin) => check !== undefined
const isAskingOthers = ({ callsOtherServers = false }: AdmissionPlugin) => callsOtherServers

function operationsWith(
  plugins: ByOperation<readonly AdmissionPlugin[]>,
  property: (plugin: AdmissionPlugin) => boolean,
): ByOperation<boolean> {
  const some = (operation: AdmittedOperation) => plugins[operation].some(property)
  return {
    create: some('create'),
    update: some('update'),
    delete: some('delete'),
    connect: some('connect'),
  }
}

/** The name of the object in rejections; the object may have no name yet. */
export const reviewedName = ({ name, object }: Pick<AdmissionReview, 'name' | 'object'>): string =>
  name || object?.metadata.name || object?.metadata.generateName || 'Unknown!'
