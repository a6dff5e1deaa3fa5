import type { OwnerReference } from '#meta/object-meta.js'
import { PROPAGATION_POLICIES } from '#registry/write/deletion.js'
import type { Random } from '#test/support/random.js'
import { defaultPolicy, observe } from './rules.js'
import { HOLD, type Kind, letGo, type Thing, to, toAbsent, toStranger, type World } from './world.js'

const KINDS: readonly Kind[] = ['Cluster', 'DaemonSet', 'Deployment', 'Ingress', 'ReplicaSet']
const FINALIZERS = [
  [],
  [],
  [],
  [HOLD],
  [HOLD],
  ['orphan'],
  ['foregroundDeletion'],
  [HOLD, 'foregroundDeletion'],
]

/** An action and its object. */
export interface OperationTemplate {
  readonly what: string
  readonly touched: Thing
  /** The object of a deletion that orphans its dependents. */
  readonly frees: Thing | undefined
}

/** Random actions of clients in a small world. */
export class RandomActions {
  readonly #world: World
  readonly #random: Random
  /** All existing objects, and some deleted ones. */
  things: Thing[] = []
  #made = 0

  constructor(world: World, random: Random) {
    this.#world = world
    this.#random = random
  }

  async next(): Promise<OperationTemplate> {
    const living = observe(this.#world, this.things)
    if (this.things.length > 200)
      this.things = [...new Set([...living.map(({ thing }) => thing), ...this.things.slice(-20)])]
    if (living.length < 5 || (living.length < 40 && this.#random.chance(0.4))) return this.#create()
    const seen = this.#random.pick(living)
    const { thing, metadata } = seen
    if (metadata.finalizers?.includes(HOLD) && this.#random.chance(0.4)) {
      await this.#world.edit(thing, letGo)
      return { what: `let go ${thing.name}`, touched: thing, frees: undefined }
    }
    if (this.#random.chance(0.4)) return this.#adopt(thing)
    const policy = this.#random.pick([...PROPAGATION_POLICIES, undefined])
    await this.#world.delete(thing, policy)
    const frees = (policy ?? defaultPolicy(seen)) === 'Orphan' ? thing : undefined
    return { what: `delete ${thing.name}, ${policy}`, touched: thing, frees }
  }

  async #create(): Promise<OperationTemplate> {
    const thing = await this.#world.create(this.#random.pick(KINDS), `thing-${this.#made++}`, {
      namespace: this.#random.pick(['left', 'left', 'left', 'right']),
      owners: this.#owners(),
      finalizers: this.#random.pick(FINALIZERS),
    })
    this.things.push(thing)
    return { what: `create ${thing.name}`, touched: thing, frees: undefined }
  }

  /** Owners may be deleted, or dependents of the object. */
  async #adopt(thing: Thing): Promise<OperationTemplate> {
    const owners = this.#owners()
    await this.#world.edit(thing, (metadata) => {
      metadata.ownerReferences = owners
    })
    return { what: `adopt ${thing.name}`, touched: thing, frees: undefined }
  }

  #owners(): OwnerReference[] {
    const count = this.#random.pick([0, 1, 1, 1, 2, 2, 3])
    return Array.from({ length: count }, () => {
      if (this.things.length === 0 || this.#random.chance(0.05)) return toAbsent()
      if (this.#random.chance(0.05)) return toStranger()
      // Mostly young objects, because they are more likely to exist.
      const candidates = this.#random.chance(0.9) ? this.things.slice(-40) : this.things
      return to(this.#random.pick(candidates), this.#random.chance(0.6))
    })
  }
}
