import type { Operation, Revision, Storage, StoredValue, WriteOutcome } from '../storage/contract.js'
import { TransferError } from './transfer-error.js'

/** What one write has put into the store that was exported, and one write puts into the new one. */
export type RecordGroup = readonly StoredValue[]

type Known = ReadonlyMap<string, StoredValue>

const UNKNOWN: Known = new Map()

/** Others may write at the same time, but not always to the same keys. */
const ATTEMPTS = 5

/**
 * Writes groups of records so that their revisions rise as they did where they come from: what was written later there
 * has a higher revision here. Each group has a revision to itself, because a watch that is resumed at the revision of an
 * object misses others that share it.
 *
 * It can be given groups again of which some, or all, are in the store already, and writes only what is missing or out
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

  /** Resolves when all groups are there, in order. */
  async write(groups: readonly RecordGroup[]): Promise<void> {
    const known = this.#overwrite ? await this.#find(groups.flat()) : UNKNOWN
    const write = (group: RecordGroup) => this.#storage.write(operations(group, known))
    // Side by side, for the sake of shared commits. Whether they have come to be in order is seen afterwards.
    const begun: readonly WriteOutcome[] = this.#keepsOrder ? await Promise.all(groups.map(write)) : []
    for (const [index, group] of groups.entries()) {
      const outcome = begun[index] ?? (await write(group))
      if (outcome.outcome === 'written' && outcome.revision > this.#last) {
        this.#last = outcome.revision
      } else {
        if (outcome.outcome === 'written') this.#keepsOrder = false
        this.#last = await this.#settle(group)
      }
    }
  }

  /** Sees to a group that is not as it should be. */
  async #settle(group: RecordGroup): Promise<Revision> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const known = await this.#find(group)
      const there = revisionOf(group, known)
      if (there !== undefined && there > this.#last) return there
      if (!this.#overwrite) rejectOthers(group, known)
      const outcome = await this.#storage.write(operations(group, known))
      if (outcome.outcome === 'written') return outcome.revision
    }
    throw new TransferError(`somebody else is writing to ${group[0]?.key} at the same time`)
  }

  async #find(records: RecordGroup): Promise<Known> {
    const found = await Promise.all(records.map(({ key }) => this.#storage.get(key)))
    return new Map(found.filter((stored) => stored !== undefined).map((stored) => [stored.key, stored]))
  }
}

function operations(group: RecordGroup, known: Known): Operation[] {
  return group.map(({ key, value }) => {
    const expected = known.get(key)?.revision
    return expected === undefined ? { type: 'create', key, value } : { type: 'replace', key, value, expected }
  })
}

/** The one revision at which exactly this group was written; undefined when it is not there as a whole. */
function revisionOf(group: RecordGroup, known: Known): Revision | undefined {
  const revisions = new Set<Revision | undefined>()
  for (const { key, value } of group) {
    const stored = known.get(key)
    revisions.add(stored?.value.equals(value) ? stored.revision : undefined)
  }
  const [revision] = revisions
  return revisions.size === 1 ? revision : undefined
}

function rejectOthers(group: RecordGroup, known: Known): void {
  for (const { key, value } of group) {
    const stored = known.get(key)
    if (stored !== undefined && !stored.value.equals(value)) {
      throw new TransferError(`${key} is in the store already, and differs; add --overwrite to replace it`)
    }
  }
}
