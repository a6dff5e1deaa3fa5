import { CATCH_UP_MS } from '../cache/freshness.js'
import type { ObjectCache } from '../cache/object-cache.js'
import { conflict, MODIFIED, notFound, storeBehind } from '../meta/api-error.js'
import type { ResourceName } from '../meta/resource.js'
import {
  type Operation,
  type Revision,
  type Storage,
  type WriteOutcome,
  WriteTooLarge,
} from '../storage/contract.js'
import { explainStorage } from './storage-errors.js'

/** How often a write is tried again when others write the same object meanwhile. */
const MAX_ATTEMPTS = 100

type Lost = Exclude<WriteOutcome, { outcome: 'written' }>

/** Writes of one object against others who write it too; what the store answers, as the API tells it. */
export class WriteRace {
  readonly #resource: ResourceName
  readonly #name: string
  readonly #storage: Storage
  readonly #cache: ObjectCache
  #lost = 0

  constructor(resource: ResourceName, name: string, storage: Storage, cache: ObjectCache) {
    this.#resource = resource
    this.#name = name
    this.#storage = storage
    this.#cache = cache
  }

  /** Writes the object, and its companions where the store takes both at once. */
  async run(object: Operation, companions: readonly Operation[]): Promise<WriteOutcome> {
    try {
      return await this.#storage.write([object, ...companions])
    } catch (error) {
      if (error instanceof WriteTooLarge && companions.length > 0) return this.run(object, [])
      throw explainStorage(error)
    }
  }

  /** After a lost race: waits until the winner is seen, so that the next attempt starts from there. */
  async settle(lost: Lost, retry: boolean): Promise<void> {
    this.#lost++
    if (!retry || this.#lost === MAX_ATTEMPTS) {
      if (lost.outcome === 'missing') throw notFound(this.#resource, this.#name)
      throw conflict(this.#resource, this.#name, MODIFIED)
    }
    const winner = 'actual' in lost ? lost.actual : await this.#currentRevision()
    if ((await this.#cache.reached(winner, CATCH_UP_MS)) === false) throw storeBehind()
  }

  async #currentRevision(): Promise<Revision> {
    try {
      return await this.#storage.currentRevision()
    } catch (error) {
      throw explainStorage(error)
    }
  }
}
