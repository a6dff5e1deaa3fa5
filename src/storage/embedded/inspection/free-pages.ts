import type { PageSet } from './page-set.js'

const ID_BYTES = 8

/**
 * Checks a record of the tree of free pages. It is a list: the number of entries, then page numbers. A negative entry
 * is the number of free pages that start at the next entry; 0 stands for nothing. LMDB overwrites these pages, so
 * none of them may be in use or listed twice.
 *
 * Returns the error, if any. Pages beyond the end of the file may be free, too.
 */
export function checkFreePages(
  list: Buffer,
  { used, pages, lastPage }: { readonly used: PageSet; readonly pages: number; readonly lastPage: number },
): string | undefined {
  const entries = list.length < ID_BYTES ? -1n : list.readBigInt64LE(0)
  if (entries < 0n || entries > list.length / ID_BYTES - 1) return 'is not a list of pages'
  let run = 1n
  for (let index = 1; index <= Number(entries); index++) {
    const entry = list.readBigInt64LE(index * ID_BYTES)
    if (entry <= 0n) {
      run = entry === 0n ? 1n : -entry
      continue
    }
    if (entry < 2n || entry + run - 1n > lastPage) return 'has an impossible page number'
    for (let page = Number(entry); run > 0n; page++, run--) {
      if (page < pages && !used.add(page)) return `has page ${page}, which is in use`
    }
    run = 1n
  }
  return undefined
}
