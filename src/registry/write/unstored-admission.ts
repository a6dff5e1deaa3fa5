import type { ApiObject } from '#meta/object-meta.js'
import type { ServedVersion, Subresource } from '#registry/kind.js'
import { Admission, type AdmissionPlugin, type Registrations } from './admission.js'
import type { WriteOptions } from './write-options.js'
import { WriteReview } from './write-review.js'

/** The creation of an object that is not stored, or a connection. */
export interface UnstoredCreation {
  /** `create` by default. */
  readonly operation?: 'create' | 'connect'
  /** The subresource that the object is created through; undefined for a review. */
  readonly subresource?: Subresource
  readonly namespace: string | undefined
  readonly name?: string
  /** May be changed. */
  readonly object: ApiObject
  readonly options: WriteOptions
  /** Throws an `ApiError` if plugins have made the object invalid. */
  readonly validate?: (() => void) | undefined
}

/**
 * Runs admission for objects that are created but not stored: reviews, objects created through subresources, such
 * as an eviction, and the options of connections. Its consequences, such as the deletion of the pod, are not admitted again.
 */
export class UnstoredAdmission {
  readonly #version: ServedVersion
  readonly #plugins: readonly AdmissionPlugin[]
  readonly #registrations: Registrations | undefined
  /** Created on first use: few versions need it. */
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
    if (!this.#admission.isNeededFor(creation.operation ?? 'create')) {
      creation.validate?.()
      return
    }
    const review = this.#review(creation)
    await this.#admission.run('admit', review)
    creation.validate?.()
    await this.#admission.run('check', review)
  }

  #review({
    operation = 'create',
    subresource,
    namespace,
    name,
    object,
    options,
  }: UnstoredCreation): WriteReview<ApiObject> {
    const part = subresource === undefined ? 'object' : 'other'
    const write = { operation, mode: { part }, namespace, name, options } as const
    return new WriteReview(this.#version, write, object, undefined, subresource)
  }
}
