import type { RangeResult, Storage } from '#storage/contract.js'

/** How many values the first page has, and how many a page has at most. */
const FIRST_PAGE = 100
const MAX_PAGE = 1000
/** About how many bytes a page has. Pages are copied, so both copies are in memory for a moment. */
const PAGE_BYTES = 4 * 1024 * 1024

/** Reads everything in the store as of one revision, page by page. */
export async function* readSnapshot(storage: Storage): AsyncGenerator<RangeResult, undefined> {
  let page = await storage.range('', { limit: FIRST_PAGE })
  const { revision: at } = page
  for (;;) {
    yield page
    if (!page.more) return undefined
    page = await storage.range('', { at, after: page.values.at(-1)?.key, limit: limitAfter(page) })
  }
}

/** The size of the next page. Neighbours are of one kind, so their sizes are similar. */
function limitAfter({ values }: RangeResult): number {
  let bytes = 0
  for (const { value } of values) bytes += value.length
  return Math.min(Math.ceil((PAGE_BYTES * values.length) / bytes), MAX_PAGE)
}
