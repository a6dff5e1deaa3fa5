import type { Operation, Revision, Storage, StoredValue, WriteOutcome } from '#storage/contract.js'
import { TransferError } from './progress.js'

/** What one write has put into the store that was exported, and one write puts into the new one. */
export type RecordBatch = readonly StoredValue[]

type Known = ReadonlyMap<string, StoredValue>

const UNKNOWN: Known = new Map()

/** Others may write at the same time, but not always to the same keys. */
const ATTEMPTS = 5

/**
 * Writes batches of records so that their revisions rise as they did where they come from: what was written later there
 * has a higher revision here. Each batch has a revision to itself, because a watch that is resumed at the revision of
 * an object misses others that share it.
 *
 * It can be given batches again of which some, or all, are in the store already, and writes only what is missing or out
 * of order.
 */
export class OrderedWriter {
  readonly #storage: Storage
  readonly #overwrite: boolean
  #last: Revision
  /** Until the store shows otherwise. An engine in the same process does; a cluster may not. */
  #keepsOrder = true

  /** Only what is newer than `after` counts as written by this import. */
  constructor(storage: Storage, after: Revision, overwrite: boolean) {
    this.#storage = storage
    this.#last = after
    this.#overwrite = overwrite
  }

  /** Resolves when all batches are there, in order. */
  async write(batches: readonly RecordBatch[]): Promise<void> {
    const known = this.#overwrite ? await this.#find(batches.flat()) : UNKNOWN
    const write = (batch: RecordBatch) => this.#storage.write(operations(batch, known))
    // Side by side, for the sake of shared commits. Whether they have come to be in order is seen afterwards.
    const begun: readonly WriteOutcome[] = this.#keepsOrder ? await Promise.all(batches.map(write)) : []
    for (const [index, batch] of batches.entries()) {
      const outcome = begun[index] ?? (await write(batch))
      if (outcome.outcome === 'written' && outcome.revision > this.#last) {
        this.#last = outcome.revision
      } else {
        if (outcome.outcome === 'written') this.#keepsOrder = false
        this.#last = await this.#settle(batch)
      }
    }
  }

  /** Sees to a batch that is not as it should be. */
  async #settle(batch: RecordBatch): Promise<Revision> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const known = await this.#find(batch)
      const there = revisionOf(batch, known)
      if (there !== undefined && there > this.#last) return there
      if (!this.#overwrite) rejectOthers(batch, known)
      const outcome = await this.#storage.write(operations(batch, known))
      if (outcome.outcome === 'written') return outcome.revision
    }
    throw new TransferError(`somebody else is writing to ${batch[0]?.key} at the same time`)
  }

  async #find(records: RecordBatch): Promise<Known> {
    const found = await Promise.all(records.map(({ key }) => this.#storage.get(key)))
    return new Map(found.filter((stored) => stored !== undefined).map((stored) => [stored.key, stored]))
  }
}

function operations(batch: RecordBatch, known: Known): Operation[] {
  return batch.map(({ key, value }) => {
    const expected = known.get(key)?.revision
    return expected === undefined ? { type: 'create', key, value } : { type: 'replace', key, value, expected }
  })
}

/** The one revision at which exactly this batch was written; undefined when it is not there as a whole. */
function revisionOf(batch: RecordBatch, known: Known): Revision | undefined {
  const revisions = new Set<Revision | undefined>()
  for (const { key, value } of batch) {
    const stored = known.get(key)
    revisions.add(stored?.value.equals(value) ? stored.revision : undefined)
  }
  const [revision] = revisions
  return revisions.size === 1 ? revision : undefined
}

function rejectOthers(batch: RecordBatch, known: Known): void {
  for (const { key, value } of batch) {
    const stored = known.get(key)
    if (stored !== undefined && !stored.value.equals(value)) {
      throw new TransferError(`${key} is in the store already, and differs; add --overwrite to replace it`)
    }
  }
}
