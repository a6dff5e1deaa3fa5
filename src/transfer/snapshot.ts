import { STORE_RECORDS } from '#registry/keys.js'
import { isKey } from '#storage/arguments.js'
import type { RangeResult, Revision, Storage, StoredValue } from '#storage/contract.js'

/** The target size of a page. Stores return whole pages, so this much is in memory at a time. */
const PAGE_BYTES = 2 * 1024 * 1024
const FIRST_PAGE = 32
const MAX_PAGE_SIZE = 500

/** All transferred records at one revision, sorted by key. */
export async function* snapshot(storage: Storage, at: Revision): AsyncGenerator<readonly StoredValue[]> {
  let after: string | undefined
  let limit = FIRST_PAGE
  for (;;) {
    const page: RangeResult = await storage.range('', { at, after, limit })
    yield page.values.filter(({ key }) => isExported(key))
    if (!page.more) return
    after = page.values.at(-1)?.key
    limit = nextLimit(page)
  }
}

/** As many records as should fit, if the next ones are as large as the last. */
function nextLimit({ values }: RangeResult): number {
  const bytes = values.reduce((sum, { value }) => sum + value.length, 1)
  return Math.max(1, Math.min(MAX_PAGE_SIZE, Math.floor((values.length * PAGE_BYTES) / bytes)))
}

/**
 * Whether a record is part of an export. Objects and their auxiliary records are. Records about the store itself are
 * not:
 * - the key that signs continue tokens. They name revisions of this store, and another store must reject them; nor
 * should a secret be in a file that is passed around.
 * - the mark of an unfinished import, and the leader election.
 */
export function isExported(key: string): boolean {
  // Skip keys that other users of a shared etcd wrote and no store accepts.
  return isKey(key) && !key.startsWith(`${STORE_RECORDS}/`)
}

const PAGE = 16

/** Whether the store has no records to export. */
export async function isEmpty(storage: Storage): Promise<boolean> {
  for (let after: string | undefined; ; ) {
    const { values, more } = await storage.range('', { after, limit: PAGE })
    if (values.some(({ key }) => isExported(key))) return false
    if (!more) return true
    after = values.at(-1)?.key
  }
}
