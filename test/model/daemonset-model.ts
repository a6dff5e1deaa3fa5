import assert from 'node:assert/strict'
import type { Json } from '../support/client.js'

/** The changes of a write to a daemon set. Omitted fields do not change. */
export interface Wish {
  readonly image: string
  readonly label?: string
  readonly minReadySeconds?: number
  readonly surge?: number | string
}

/** The fields of one daemon set that a model test changes, independent of the version. */
export class DaemonSetModel {
  readonly #uid: string
  #resourceVersion: string
  #generation = 1
  #templates = 1
  #label: string
  #minReadySeconds: number
  #numberReady = 0
  image: string
  surge: number | string

  /** The state after creation. */
  constructor({ uid, resourceVersion }: Json, { image, label = '', minReadySeconds = 0, surge = 0 }: Wish) {
    this.#uid = uid
    this.#resourceVersion = resourceVersion
    this.image = image
    this.#label = label
    this.#minReadySeconds = minReadySeconds
    this.surge = surge
  }

  /** `metadata` comes from the response. Returns whether something has changed. */
  update(wish: Wish, { resourceVersion }: Json): boolean {
    const { image, label = this.#label, minReadySeconds = this.#minReadySeconds, surge = this.surge } = wish
    const isNewTemplate = image !== this.image
    const isNewSpec = isNewTemplate || minReadySeconds !== this.#minReadySeconds || surge !== this.surge
    const isNew = isNewSpec || label !== this.#label
    if (isNewTemplate) this.#templates++
    if (isNewSpec) this.#generation++
    this.image = image
    this.#label = label
    this.#minReadySeconds = minReadySeconds
    this.surge = surge
    return this.#written(isNew, resourceVersion)
  }

  report(numberReady: number, { resourceVersion }: Json): boolean {
    const isNew = numberReady !== this.#numberReady
    this.#numberReady = numberReady
    return this.#written(isNew, resourceVersion)
  }

  /** A write that changes nothing keeps the resource version; any other write increases it. */
  #written(isNew: boolean, resourceVersion: string): boolean {
    if (isNew) assert.ok(Number(resourceVersion) > Number(this.#resourceVersion))
    else assert.equal(resourceVersion, this.#resourceVersion)
    this.#resourceVersion = resourceVersion
    return isNew
  }

  shown(): Json {
    return {
      uid: this.#uid,
      resourceVersion: this.#resourceVersion,
      generation: this.#generation,
      label: this.#label,
      image: this.image,
      minReadySeconds: this.#minReadySeconds,
      maxUnavailable: this.surge === 0 ? 1 : 0,
      surge: this.surge,
      templates: this.#templates,
      numberReady: this.#numberReady,
    }
  }
}
