import type { ApiObject } from '#meta/object-meta.js'
import type { User } from '#meta/user.js'
import type { RequestTrace } from '#observe/trace/request-trace.js'
import type { ServedVersion, Subresource } from '#registry/kind.js'
import type { Operation } from '#storage/contract.js'
import type { AdmittedOperation, AdmittedPart, RunningReview } from './admission.js'
import type { CurrentObject } from './current-object.js'
import { replacementOf } from './encode-stored.js'
import type { ObjectWrite } from './object-write.js'
import type { AuditAnnotations, Rights } from './write-options.js'

const NOTHING: readonly Operation[] = []

/** The part of a write that plugins need. */
export type ReviewedWrite = Pick<
  ObjectWrite<ApiObject>,
  'operation' | 'namespace' | 'name' | 'options' | 'isApply'
> & { readonly mode: { readonly part: AdmittedPart } }

/** The admission review of one attempt to write an object, and the operations that plugins add. */
export class WriteReview<V extends ApiObject> implements RunningReview {
  readonly operation: AdmittedOperation
  readonly version: ServedVersion
  readonly part: AdmittedPart
  readonly subresource: string | undefined
  readonly createdThrough: Subresource | undefined
  readonly namespace: string | undefined
  readonly name: string | undefined
  readonly object: V | undefined
  readonly user: User
  readonly rights: Rights | undefined
  readonly isApply: boolean
  readonly dryRun: boolean
  readonly warnings: string[] | undefined
  readonly auditAnnotations: AuditAnnotations | undefined
  readonly trace: RequestTrace | undefined
  readonly #write: ReviewedWrite
  readonly #current: CurrentObject<V> | undefined
  #alongside: Operation[] | undefined
  #secondRound: 'unasked' | 'asked' | 'begun' = 'unasked'

  constructor(
    version: ServedVersion,
    write: ReviewedWrite,
    object: V | undefined,
    current: CurrentObject<V> | undefined,
    createdThrough?: Subresource,
  ) {
    const { operation, mode, namespace, name, options, isApply = false } = write
    this.#write = write
    this.operation = operation
    this.version = version
    this.part = mode.part
    this.subresource = options.subresource
    this.createdThrough = createdThrough
    this.namespace = namespace
    this.name = name ?? object?.metadata.name
    this.object = object
    this.user = options.user
    this.rights = options.rights
    this.isApply = isApply
    this.dryRun = options.dryRun
    this.warnings = options.warnings
    this.auditAnnotations = options.auditAnnotations
    this.trace = options.trace
    this.#current = current
  }

  /** Parsed on demand. */
  get current(): Readonly<V> | undefined {
    return this.#current?.object
  }

  get options(): Readonly<Record<string, unknown>> {
    return requestOptions(this.operation, this.#write.options)
  }

  get isSecondRound(): boolean {
    return this.#secondRound === 'begun'
  }

  admitAgain(): void {
    if (this.#secondRound === 'unasked') this.#secondRound = 'asked'
  }

  beginSecondRound(): boolean {
    if (this.#secondRound !== 'asked') return false
    this.#secondRound = 'begun'
    return true
  }

  /** The operations that are written with the object. */
  get alongside(): readonly Operation[] {
    return this.#alongside ?? NOTHING
  }

  alsoReplace(key: string, object: ApiObject): void {
    this.#alongside ??= []
    this.#alongside.push(replacementOf(key, object))
  }
}

const OPTIONS_KINDS: Readonly<Record<Exclude<AdmittedOperation, 'connect'>, string>> = {
  create: 'CreateOptions',
  update: 'UpdateOptions',
  delete: 'DeleteOptions',
}

/** The options of the operation: a patch is an update or a create. Undefined fields are left out of JSON. */
function requestOptions(
  operation: AdmittedOperation,
  options: ReviewedWrite['options'],
): Readonly<Record<string, unknown>> {
  // The options of a connection are its object.
  if (operation === 'connect') return {}
  const { dryRun, asked, policy, gracePeriodSeconds, uid, resourceVersion } = options
  const isConditional = uid !== undefined || resourceVersion !== undefined
  return {
    kind: OPTIONS_KINDS[operation],
    apiVersion: 'meta.k8s.io/v1',
    gracePeriodSeconds,
    preconditions: isConditional ? { uid, resourceVersion } : undefined,
    propagationPolicy: policy,
    dryRun: dryRun ? ['All'] : undefined,
    fieldManager: asked?.manager || undefined,
    fieldValidation: asked?.namedValidation || undefined,
  }
}
