import type { CachedObject } from '#cache/cached-object.js'
import type { ObjectCache } from '#cache/object-cache.js'
import { EVERY_FIELD } from '#selector/field-selector.js'
import { EVERYTHING } from '#selector/label-selector.js'
import type { Operation } from '#storage/contract.js'
import { SERVER_RECORDS } from './keys.js'

/** Resources that one object holds exclusively, under names such as `node-ports/30080`. */
export interface Allocations {
  /** Whether the cache shows a holder. Only the write decides. */
  isTaken(name: string): boolean
  /** Whether the cache shows an object under a key. */
  isStored(key: string): boolean
  /** The objects whose keys begin with `group/plural/`: names may be chosen from what they say. */
  objectsUnder(prefix: string): readonly CachedObject[]
}

export const NOTHING_ALLOCATED: Allocations = {
  isTaken: () => false,
  isStored: () => false,
  objectsUnder: () => [],
}

const WHOLE = { namespace: undefined, labels: EVERYTHING, fields: EVERY_FIELD, includeUninitialized: true }

/**
 * Allocations in the store: one record for each, with the key of its holder. The write that changes the object also
 * creates or removes the record. So two objects never hold the same name, on any server of the store.
 */
export class AllocationRecords implements Allocations {
  readonly #cache: ObjectCache

  constructor(cache: ObjectCache) {
    this.#cache = cache
  }

  isTaken(name: string): boolean {
    return this.#cache.record(recordKey(name)) !== undefined
  }

  isStored(key: string): boolean {
    return this.#cache.get(key) !== undefined
  }

  objectsUnder(prefix: string): readonly CachedObject[] {
    return this.#cache.collection(prefix).select(WHOLE)
  }

  /** The records to write together with an object that held `before` and will hold `after`. */
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

/** The key of the record of an allocation. Its value is the key of the holder. */
export const recordKey = (name: string) => `${SERVER_RECORDS}/allocations/${name}`
