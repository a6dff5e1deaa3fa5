import assert from 'node:assert/strict'
import type { Json } from '../support/client.js'

/** The changes of a write to a deployment or replica set. Omitted fields do not change. */
export interface Wish {
  readonly image?: string
  readonly label?: string
  readonly note?: string
  readonly replicas?: number
  readonly minReadySeconds?: number
  /** The revision to roll back to (deployments only); null for none. */
  readonly rollbackTo?: number | null
}

/** The defaults that depend on the version of the create request. */
export interface Defaults {
  readonly strategy: Json
  readonly revisionHistoryLimit: number | undefined
}

type State = Required<Wish>

/** The first entries of the state belong to the spec. */
const SPEC = ['image', 'replicas', 'minReadySeconds', 'rollbackTo'] as const

/** The fields of one deployment or replica set that a model test changes, independent of the version. */
export class ReplicatedModel {
  readonly #uid: string
  readonly #defaults: Defaults
  readonly #annotationsCount: boolean
  #resourceVersion: string
  #generation = 1
  #readyReplicas = 0
  #state: State

  /** The state after creation. `annotationsCount`: whether a change of annotations increases the generation. */
  constructor({ uid, resourceVersion }: Json, state: State, defaults: Defaults, annotationsCount: boolean) {
    this.#uid = uid
    this.#resourceVersion = resourceVersion
    this.#state = state
    this.#defaults = defaults
    this.#annotationsCount = annotationsCount
  }

  /** `metadata` comes from the response. Returns whether something has changed. */
  update(wish: Wish, { resourceVersion }: Json): boolean {
    const before = this.#state
    const after = { ...before, ...wish }
    this.#state = after
    const isNewSpec = SPEC.some((part) => after[part] !== before[part])
    const isNewNote = after.note !== before.note
    if (isNewSpec || (isNewNote && this.#annotationsCount)) this.#generation++
    return this.#written(isNewSpec || isNewNote || after.label !== before.label, resourceVersion)
  }

  report(readyReplicas: number, { resourceVersion }: Json): boolean {
    const isNew = readyReplicas !== this.#readyReplicas
    this.#readyReplicas = readyReplicas
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
      ...this.#state,
      ...this.#defaults,
      readyReplicas: this.#readyReplicas,
    }
  }
}
