import type { OwnerReference } from '#meta/object-meta.js'
import { PROPAGATION_POLICIES } from '#registry/write/deletion.js'
import type { Random } from '#test/support/random.js'
import { defaultPolicy, look } from './rules.js'
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

/** What was done, and to whom. */
export interface OperationTemplate {
  readonly what: string
  readonly touched: Thing
  /** One that is deleted but does not take its dependents along. */
  readonly frees: Thing | undefined
}

/** Does to a small world what clients might do. */
export class RandomActions {
  readonly #world: World
  readonly #random: Random
  /** Everything that is there, and some that is gone. */
  things: Thing[] = []
  #made = 0

  constructor(world: World, random: Random) {
    this.#world = world
    this.#random = random
  }

  async next(): Promise<OperationTemplate> {
    const living = look(this.#world, this.things)
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

  /** Also with owners that are gone or that it owns itself. */
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
      // Mostly from among the young, who are more likely to be still there.
      const candidates = this.#random.chance(0.9) ? this.things.slice(-40) : this.things
      return to(this.#random.pick(candidates), this.#random.chance(0.6))
    })
  }
}
