import { STORE_RECORDS } from '#registry/keys.js'
import { isKey } from '#storage/arguments.js'
import type { RangeResult, Revision, Storage, StoredValue } from '#storage/contract.js'

/** What a page should come to. Stores hand out pages as wholes, so this is what is held in memory at a time. */
const PAGE_BYTES = 2 * 1024 * 1024
const FIRST_PAGE = 32
const MAX_PAGE_SIZE = 500

/** All transferred records, as of one revision, in the order of keys. */
export async function* snapshot(storage: Storage, at: Revision): AsyncGenerator<readonly StoredValue[]> {
  let after: string | undefined
  let limit = FIRST_PAGE
  for (;;) {
    const page: RangeResult = await storage.range('', { at, after, limit })
    yield page.values.filter(({ key }) => isTransferred(key))
    if (!page.more) return
    after = page.values.at(-1)?.key
    limit = nextLimit(page)
  }
}

/** As many records as should fit, if those to come are of the size of the last ones. */
function nextLimit({ values }: RangeResult): number {
  const bytes = values.reduce((sum, { value }) => sum + value.length, 1)
  return Math.max(1, Math.min(MAX_PAGE_SIZE, Math.floor((values.length * PAGE_BYTES) / bytes)))
}

/**
 * Whether a record is part of an export. Objects are, and so are their auxiliary records. Records about the store
 * itself are not:
 * - the secret that continue values are signed with. They name revisions of this store, and another store must reject
 *   them instead of showing what it had at that number; nor should a secret lie in a file that is passed around.
 * - the mark of an unfinished import, and the server that leads.
 */
export function isTransferred(key: string): boolean {
  // What others have put into a store that they share, under keys that no store takes, stays there.
  return isKey(key) && !key.startsWith(`${STORE_RECORDS}/`)
}

const PAGE = 16

/** Whether the store has nothing that an export would hold. */
export async function isEmpty(storage: Storage): Promise<boolean> {
  for (let after: string | undefined; ; ) {
    const { values, more } = await storage.range('', { after, limit: PAGE })
    if (values.some(({ key }) => isTransferred(key))) return false
    if (!more) return true
    after = values.at(-1)?.key
  }
}
