import type { ApiObject } from '../../meta/api-object.js'
import type { User } from '../../meta/user.js'
import type { Operation, Revision } from '../../storage/contract.js'
import type { ServedVersion } from '../kind.js'
import type { AdmissionReview, AdmittedOperation, AdmittedPart } from './admission.js'
import type { CurrentObject } from './current-object.js'
import type { ObjectWrite } from './object-write.js'
import type { Rights } from './rights.js'

const NOTHING: readonly Operation[] = []

/** What plugins see of one attempt to write an object, and what they have stored with the object. */
export class WriteReview<V extends ApiObject> implements AdmissionReview<V> {
  readonly operation: AdmittedOperation
  readonly version: ServedVersion
  readonly part: AdmittedPart
  readonly namespace: string | undefined
  readonly name: string | undefined
  readonly object: V | undefined
  readonly user: User
  readonly rights: Rights | undefined
  readonly isApply: boolean
  readonly dryRun: boolean
  readonly warnings: string[] | undefined
  readonly #current: CurrentObject<V> | undefined
  #alongside: Operation[] | undefined

  constructor(
    version: ServedVersion,
    { operation, flow, namespace, name, options, isApply = false }: ObjectWrite<V>,
    object: V | undefined,
    current: CurrentObject<V> | undefined,
  ) {
    this.operation = operation
    this.version = version
    this.part = flow.part
    this.namespace = namespace
    this.name = name ?? object?.metadata.name
    this.object = object
    this.user = options.user
    this.rights = options.rights
    this.isApply = isApply
    this.dryRun = options.dryRun
    this.warnings = options.warnings
    this.#current = current
  }

  /** Parsed when a plugin asks for it. */
  get current(): Readonly<V> | undefined {
    return this.#current?.object
  }

  /** What has to be written with the object. */
  get alongside(): readonly Operation[] {
    return this.#alongside ?? NOTHING
  }

  alsoReplace(key: string, object: ApiObject): void {
    const { metadata } = object
    const value = Buffer.from(JSON.stringify({ ...object, metadata: { ...metadata, resourceVersion: '' } }))
    this.#alongside ??= []
    this.#alongside.push({
      type: 'replace',
      key,
      value,
      expected: Number(metadata.resourceVersion) as Revision,
    })
  }
}
