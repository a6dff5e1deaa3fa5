import type { ObjectCache } from '#cache/object-cache.js'
import type { Operation } from '#storage/contract.js'
import { SERVER_RECORDS } from './keys.js'

/** What objects hold for themselves alone, under names such as `node-ports/30080`. */
export interface Allocations {
  /** Whether an object holds it, as far as the cache knows. Only the write decides. */
  isTaken(name: string): boolean
}

export const NOTHING_ALLOCATED: Allocations = { isTaken: () => false }

/**
 * Allocations as the store has them: a record for each, with the key of the object that holds it. A record is created and
 * removed in the write that makes an object hold the name, or stop to, so that no two objects ever hold the same name, and
 * records and objects agree after every write, on every server of the store.
 */
export class AllocationRecords implements Allocations {
  readonly #cache: ObjectCache

  constructor(cache: ObjectCache) {
    this.#cache = cache
  }

  isTaken(name: string): boolean {
    return this.#cache.record(recordKey(name)) !== undefined
  }

  /** What is to be written with an object that held and is to hold these names. */
  change(holder: string, before: readonly string[], after: readonly string[]): readonly Operation[] {
    const [held, wanted] = [new Set(before), new Set(after)]
    const operations: Operation[] = []
    for (const name of after) {
      if (held.has(name)) continue
      operations.push({ type: 'create', key: recordKey(name), value: Buffer.from(holder) })
    }
    for (const name of before) {
      if (wanted.has(name)) continue
      const record = this.#cache.record(recordKey(name))
      if (record?.value.toString() !== holder) continue
      operations.push({ type: 'delete', key: record.key, expected: record.revision })
    }
    return operations
  }
}

const recordKey = (name: string) => `${SERVER_RECORDS}/allocations/${name}`
