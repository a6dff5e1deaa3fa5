import assert from 'node:assert/strict'
import type { Json } from '../support/client.js'

/** What a write wants of a deployment or a replica set. What is left out stays as it is. */
export interface Wish {
  readonly image?: string
  readonly label?: string
  readonly note?: string
  readonly replicas?: number
  readonly minReadySeconds?: number
  /** The revision to go back to, which deployments have; null for none. */
  readonly rollbackTo?: number | null
}

/** What the version that an object is created in decides on. */
export interface Defaults {
  readonly strategy: Json
  readonly revisionHistoryLimit: number | undefined
}

type State = Required<Wish>

/** The first parts of an object's state are of its spec. */
const SPEC = ['image', 'replicas', 'minReadySeconds', 'rollbackTo'] as const

/** One deployment or replica set, whatever the version: as much of it as the writes of a model test change. */
export class ReplicatedModel {
  readonly #uid: string
  readonly #defaults: Defaults
  readonly #annotationsCount: boolean
  #resourceVersion: string
  #generation = 1
  #readyReplicas = 0
  #state: State

  /** As it was created. `annotationsCount` says whether a change of them raises the generation. */
  constructor({ uid, resourceVersion }: Json, state: State, defaults: Defaults, annotationsCount: boolean) {
    this.#uid = uid
    this.#resourceVersion = resourceVersion
    this.#state = state
    this.#defaults = defaults
    this.#annotationsCount = annotationsCount
  }

  /** The metadata is that of the answer. Returns whether something has changed. */
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

  /** A write that changes nothing leaves the version, any other one raises it. */
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
