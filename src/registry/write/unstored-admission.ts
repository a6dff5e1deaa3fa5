import type { ApiObject } from '#meta/api-object.js'
import type { ServedVersion, Subresource } from '#registry/kind.js'
import { Admission, type AdmissionPlugin, type Registrations } from './admission.js'
import type { WriteOptions } from './write-options.js'
import { WriteReview } from './write-review.js'

/** The creation of an object that is not stored. */
export interface UnstoredCreation {
  /** What the object is created through; undefined for a question of a kind of its own. */
  readonly subresource?: Subresource
  readonly namespace: string | undefined
  readonly name?: string
  /** May be changed. */
  readonly object: ApiObject
  readonly options: WriteOptions
  /** Throws an `ApiError` for an object that is not valid as it has become. */
  readonly validate?: (() => void) | undefined
}

/**
 * Has plugins decide about what is created and not stored: through subresources, such as the eviction of a pod, and
 * questions. What follows from that, such as the deletion of the pod, passes no plugins.
 */
export class UnstoredAdmission {
  readonly #version: ServedVersion
  readonly #plugins: readonly AdmissionPlugin[]
  readonly #registrations: Registrations | undefined
  /** Made when it is first needed: few versions have anything of the kind. */
  #admission: Admission | undefined

  constructor(
    version: ServedVersion,
    plugins: readonly AdmissionPlugin[],
    registrations: Registrations | undefined,
  ) {
    this.#version = version
    this.#plugins = plugins
    this.#registrations = registrations
  }

  /** Rejects with the error for the client. */
  async admit(creation: UnstoredCreation): Promise<void> {
    this.#admission ??= new Admission(
      this.#plugins.filter(({ seesUnstored }) => seesUnstored),
      this.#version,
      this.#registrations,
    )
    if (!this.#admission.isNeededFor('create')) {
      creation.validate?.()
      return
    }
    const review = this.#review(creation)
    await this.#admission.run('admit', review)
    creation.validate?.()
    await this.#admission.run('check', review)
  }

  #review({ subresource, namespace, name, object, options }: UnstoredCreation): WriteReview<ApiObject> {
    const part = subresource === undefined ? 'object' : 'other'
    const write = { operation: 'create', flow: { part }, namespace, name, options } as const
    return new WriteReview(this.#version, write, object, undefined, subresource)
  }
}
