import type { Operation, Revision, Storage, StoredValue, WriteOutcome } from '#storage/contract.js'
import { TransferError } from '#transfer/progress.js'

/** The records of one write to the exported store; the import writes them together again. */
export type RecordBatch = readonly StoredValue[]

type Known = ReadonlyMap<string, StoredValue>

const UNKNOWN: Known = new Map()

/** Other clients may write at the same time, but not always to the same keys. */
const ATTEMPTS = 5

/**
 * Writes batches of records so that their revisions rise in the order of the export. Each batch has its own revision,
 * because a watch resumed at an object's revision misses others that share it.
 *
 * Batches may be partly or completely in the store already: writes only what is missing or out of order.
 */
export class OrderedWriter {
  readonly #storage: Storage
  readonly #overwrite: boolean
  #last: Revision
  /** Until the store shows otherwise. An engine in the same process does; a cluster may not. */
  #keepsOrder = true

  /** Only records newer than `after` count as written by this import. */
  constructor(storage: Storage, after: Revision, overwrite: boolean) {
    this.#storage = storage
    this.#last = after
    this.#overwrite = overwrite
  }

  /** Resolves when all batches are stored in order. */
  async write(batches: readonly RecordBatch[]): Promise<void> {
    const known = this.#overwrite ? await this.#find(batches.flat()) : UNKNOWN
    const write = (batch: RecordBatch) => this.#storage.write(operations(batch, known))
    // In parallel, to share commits. Their order is checked afterwards.
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

  /** Rewrites a batch that is missing or out of order. */
  async #settle(batch: RecordBatch): Promise<Revision> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const known = await this.#find(batch)
      const there = revisionOf(batch, known)
      if (there !== undefined && there > this.#last) return there
      if (!this.#overwrite) rejectOthers(batch, known)
      const outcome = await this.#storage.write(operations(batch, known))
      if (outcome.outcome === 'written') return outcome.revision
    }
    throw new TransferError(`another client is writing to ${batch[0]?.key} at the same time`)
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

/** The revision at which exactly this batch was written; undefined when it is not there completely. */
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
