import type { RangeResult, Revision, Storage, StoredValue } from '#storage/contract.js'
import { isTransferred } from './transferred-records.js'

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
