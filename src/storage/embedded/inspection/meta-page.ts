/**
 * LMDB's meta pages, the first two of its file. A transaction writes one of them last: page 0 for even transaction
 * numbers, page 1 for odd ones. The one with the larger number is current.
 */

/** LMDB's descriptor of a tree. */
export interface Tree {
  readonly flags: number
  readonly depth: number
  readonly entries: number
  /** Undefined when the tree is empty. */
  readonly root: number | undefined
}

export interface MetaPage {
  readonly pageSize: number
  /** The tree of free pages. */
  readonly free: Tree
  /** The names of the databases, with the tree of each. */
  readonly main: Tree
  readonly lastPage: number
  readonly transaction: number
}

/** The part of the page that is read. It contains the page size. */
const META_BYTES = 168
const MAGIC = 0xbeefc0de
const VERSION = 2
const META_FLAG = 0x08
const PAGE_SIZES = { least: 512, most: 64 * 1024 }
/** No file has this many pages; -1 stands for none. */
const MAX_PAGES = 2 ** 32

/** Offsets in a page. */
const AT = {
  flags: 18,
  magic: 24,
  version: 28,
  free: 48,
  main: 96,
  lastPage: 144,
  transaction: 152,
}
export const TREE_BYTES = 48

export type ReadBytes = (position: number, length: number) => Buffer

/**
 * Reads both meta pages. Returns the current and the previous one, or the error: LMDB trusts whatever is written
 * there.
 */
export function readMetaPages(read: ReadBytes): { current: MetaPage; previous: MetaPage } | string {
  const first = readMetaPage(read(0, META_BYTES), 0)
  if (typeof first === 'string') return first
  const second = readMetaPage(read(first.pageSize, META_BYTES), 1)
  if (typeof second === 'string') return second
  if (second.pageSize !== first.pageSize) return 'its meta pages differ in the size of pages'
  const [current, previous] = first.transaction >= second.transaction ? [first, second] : [second, first]
  const isNew = current.transaction === 0
  if (!isNew && (current.transaction - previous.transaction !== 1 || first.transaction % 2 !== 0)) {
    return 'its meta pages are not of successive transactions'
  }
  return { current, previous }
}

function readMetaPage(bytes: Buffer, number: number): MetaPage | string {
  const name = `meta page ${number}`
  if (bytes.readUInt32LE(AT.magic) !== MAGIC || bytes.readUInt32LE(AT.version) !== VERSION) {
    return number === 0 ? 'it is not a database' : `${name} is not one`
  }
  if (bytes.readUInt32LE(0) !== number || bytes.readUInt16LE(AT.flags) !== META_FLAG) {
    return `${name} is not one`
  }
  // LMDB stores the page size in an unused field of the tree of free pages.
  const pageSize = bytes.readUInt32LE(AT.free)
  if (pageSize < PAGE_SIZES.least || pageSize > PAGE_SIZES.most || (pageSize & (pageSize - 1)) !== 0) {
    return `${name} has an impossible page size`
  }
  const lastPage = readNumber(bytes, AT.lastPage)
  const transaction = readNumber(bytes, AT.transaction)
  const free = readTree(bytes, AT.free)
  const main = readTree(bytes, AT.main)
  if (lastPage === undefined || lastPage >= MAX_PAGES || transaction === undefined) {
    return `${name} has impossible numbers`
  }
  if (free === undefined || main === undefined) return `${name} has a tree without a possible root`
  return { pageSize, free, main, lastPage, transaction }
}

/** Undefined when the root cannot be a page. */
export function readTree(bytes: Buffer, at: number): Tree | undefined {
  const entries = readNumber(bytes, at + 32)
  const isEmpty = bytes.readBigInt64LE(at + 40) === -1n
  const root = isEmpty ? undefined : readNumber(bytes, at + 40)
  if (entries === undefined || (!isEmpty && (root === undefined || root >= MAX_PAGES))) return undefined
  return { flags: bytes.readUInt16LE(at + 4), depth: bytes.readUInt16LE(at + 6), entries, root }
}

/** Undefined when the number is out of range. */
function readNumber(bytes: Buffer, at: number): number | undefined {
  const number = bytes.readBigUInt64LE(at)
  return number <= Number.MAX_SAFE_INTEGER ? Number(number) : undefined
}
