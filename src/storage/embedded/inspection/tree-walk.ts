import type { Tree } from './meta-page.js'
import type { PageFile } from './page-file.js'
import type { PageSet } from './page-set.js'

/** Receives an error as one line. Unless this throws, the walk continues with what can still be read. */
export type Report = (error: string) => void

/** Visits a record: its key from `start` to `keyEnd`, its value from there to `end`. */
export type VisitRecord = (bytes: Buffer, start: number, keyEnd: number, end: number) => void

/** The key order of a tree: bytewise, or as native numbers in the tree of free pages. */
export type KeyOrder = 'bytes' | 'numbers'

/** The bounds of the keys below a page. */
interface Bounds {
  readonly least: Buffer | undefined
  readonly below: Buffer | undefined
}

/** A page below a branch, and its least key; none for the first. */
interface Child {
  readonly child: number
  readonly least: Buffer | undefined
}

/** A page starts with its number, the transaction that wrote it, flags and the bounds of its free space. */
const HEADER_BYTES = 24
const HEADER_WORDS = HEADER_BYTES / 2
const AT = { transaction: 8, flags: 18, lower: 20, upper: 22, overflowPages: 20 }
const BRANCH = 0x01
const LEAF = 0x02
const OVERFLOW = 0x04

/** A node starts with the size of its value or a page number, flags and the length of its key. */
const NODE_BYTES = 8
/** The value is on overflow pages; in its place are their first number, their transaction and their count. */
const ON_OVERFLOW_PAGES = 0x01
const OVERFLOW_NODE_BYTES = 24
/** The value is the root of another tree. */
export const SUBTREE = 0x02

const WORD = 0x10000
const TWO_TO_32 = 0x1_0000_0000

/** What all trees of a file share. */
export interface TreeScope {
  readonly file: PageFile
  /** Collects every page of a tree. */
  readonly used: PageSet
  readonly lastPage: number
  readonly report: Report
}

export interface TreeOptions {
  readonly name: string
  readonly visit: VisitRecord
  readonly order?: KeyOrder | undefined
  /** The flags of every node, beside that for overflow pages. */
  readonly nodeFlags?: number | undefined
}

/**
 * Walks the pages of an LMDB tree and visits every record. Checks everything that LMDB relies on unchecked: that
 * pages are in the file, are of the expected kind, are used once, and contain what they claim. With a file that
 * passes, LMDB neither reads nor writes out of bounds.
 *
 * Yields regularly, so that its caller can yield to the event loop.
 */
export function* walkTree(
  scope: TreeScope,
  tree: Tree,
  transaction: number,
  options: TreeOptions,
): Generator<void, void> {
  let errors = 0
  const report = (error: string) => {
    errors++
    scope.report(`${options.name}: ${error}`)
  }
  const walk = new TreeWalk({ ...scope, report }, options)
  if (tree.root !== undefined) {
    yield* walk.pages(tree.root, tree.depth, transaction, { least: undefined, below: undefined })
  }
  if (errors === 0 && walk.records !== tree.entries) {
    report(`there are ${walk.records} records and should be ${tree.entries}`)
  }
}

class TreeWalk {
  readonly #file: PageFile
  readonly #scope: TreeScope
  readonly #visit: VisitRecord
  readonly #compare: Compare
  readonly #nodeFlags: number
  records = 0

  constructor(scope: TreeScope, { visit, order = 'bytes', nodeFlags = 0 }: TreeOptions) {
    this.#file = scope.file
    this.#scope = scope
    this.#visit = visit
    this.#compare = order === 'bytes' ? compareBytes : compareNumbers
    this.#nodeFlags = nodeFlags
  }

  /** Walks a page and all below it. `level` is 1 for leaves; no page is of a later transaction than its parent. */
  *pages(page: number, level: number, transaction: number, bounds: Bounds): Generator<void, void> {
    if (level <= 1) {
      this.#leaf(page, level, transaction, bounds)
      yield
      return
    }
    const children = this.#enter(page, level, transaction) ?? this.#readBranch(bounds)
    if (typeof children === 'string') {
      this.#report(page, bounds, children)
      return
    }
    const own = readTransaction(this.#file.bytes)
    for (let index = 0; index < children.length; index++) {
      const { child, least = bounds.least } = children[index] as Child
      const within = { least, below: children[index + 1]?.least ?? bounds.below }
      if (level > 2) yield* this.pages(child, level - 1, own, within)
      else this.#leaf(child, 1, own, within)
    }
    yield
  }

  #leaf(page: number, level: number, transaction: number, bounds: Bounds): void {
    const error = this.#enter(page, level, transaction) ?? this.#readLeaf(bounds)
    if (error !== undefined) this.#report(page, bounds, error)
  }

  #report(page: number, bounds: Bounds, error: string): void {
    this.#scope.report(`page ${page}${describe(bounds)} ${error}`)
  }

  /** Loads a page and checks its header. Returns the error, if any. */
  #enter(page: number, level: number, transaction: number): string | undefined {
    const file = this.#file
    if (page < 2 || page > this.#scope.lastPage) return 'is not one of the pages in use'
    if (page >= file.pages) return 'is beyond the end of the file'
    if (level < 1) return 'is deeper than its tree'
    if (!this.#scope.used.add(page)) return 'is used twice'
    file.load(page)
    const { bytes, pageSize } = file
    if (readNumber(bytes, 0) !== page) return 'has the number of another one'
    if (!(readTransaction(bytes) <= transaction)) return 'is newer than what refers to it'
    if (bytes.readUInt16LE(AT.flags) !== (level === 1 ? LEAF : BRANCH)) return 'is of another kind'
    const lower = bytes.readUInt16LE(AT.lower)
    const upper = bytes.readUInt16LE(AT.upper)
    if (lower < 2 || lower % 2 !== 0 || lower > upper || upper > pageSize - HEADER_BYTES) {
      return 'has impossible bounds'
    }
    return undefined
  }

  #readLeaf({ least, below }: Bounds): string | undefined {
    const visit = this.#visit
    const compare = this.#compare
    const nodeFlags = this.#nodeFlags
    const { bytes, words, pageSize } = this.#file
    const area = pageSize - HEADER_BYTES
    const count = (words[AT.lower >> 1] as number) >> 1
    const upper = words[AT.upper >> 1] as number
    let taken = 0
    let lastStart = 0
    let lastEnd = -1
    for (let index = 0; index < count; index++) {
      const at = words[HEADER_WORDS + index] as number
      if (at % 2 !== 0 || at < upper || at + NODE_BYTES > area) return 'has a record outside of itself'
      const node = HEADER_WORDS + (at >> 1)
      const size = (words[node] as number) + (words[node + 1] as number) * WORD
      const flags = words[node + 2] as number
      const keyLength = words[node + 3] as number
      const isLarge = flags === (nodeFlags | ON_OVERFLOW_PAGES)
      if (!isLarge && flags !== nodeFlags) return 'has a record of an unknown kind'
      const length = NODE_BYTES + keyLength + (isLarge ? OVERFLOW_NODE_BYTES : size)
      if (keyLength === 0 || at + length > area) return 'has a record larger than itself'
      taken += length + (length % 2)
      const start = HEADER_BYTES + at + NODE_BYTES
      const keyEnd = start + keyLength
      const isBehind =
        lastEnd < 0
          ? least === undefined || compare(bytes, start, keyEnd, least, 0, least.length) >= 0
          : compare(bytes, start, keyEnd, bytes, lastStart, lastEnd) > 0
      if (!isBehind) return 'has keys out of order'
      lastStart = start
      lastEnd = keyEnd
      this.records++
      if (!isLarge) visit(bytes, start, keyEnd, keyEnd + size)
      else {
        const record = this.#readLarge(bytes.subarray(start, keyEnd), bytes, keyEnd, size)
        if (typeof record === 'string') return record
        visit(record, 0, keyLength, record.length)
      }
    }
    if (below !== undefined && compare(bytes, lastStart, lastEnd, below, 0, below.length) >= 0) {
      return 'has keys out of order'
    }
    return taken === area - upper ? undefined : 'has records that are not accounted for'
  }

  /** A record on overflow pages, key and value adjacent; or its error. */
  #readLarge(key: Buffer, bytes: Buffer, at: number, size: number): Buffer | string {
    const file = this.#file
    const first = readNumber(bytes, at)
    const count = readNumber(bytes, at + 16)
    if (first < 2 || count < Math.ceil((HEADER_BYTES + size) / file.pageSize))
      return 'has a record without a page'
    if (first + count - 1 > this.#scope.lastPage) return 'has a record on pages that are not in use'
    if (first + count > file.pages) return 'has a record that is beyond the end of the file'
    for (let page = first; page < first + count; page++) {
      if (!this.#scope.used.add(page)) return `has a record on page ${page}, which is used twice`
    }
    const stored = file.slice(first * file.pageSize, HEADER_BYTES + size)
    const isOverflow =
      readNumber(stored, 0) === first &&
      stored.readUInt16LE(AT.flags) === OVERFLOW &&
      stored.readUInt32LE(AT.overflowPages) === count &&
      readTransaction(stored) <= readTransaction(file.bytes)
    if (!isOverflow) return `has a record on page ${first}, which is of another kind`
    return Buffer.concat([key, stored.subarray(HEADER_BYTES)])
  }

  /** The pages below a branch; or its error. */
  #readBranch({ least, below }: Bounds): Child[] | string {
    const compare = this.#compare
    const { bytes, words, pageSize } = this.#file
    const area = pageSize - HEADER_BYTES
    const count = (words[AT.lower >> 1] as number) >> 1
    const upper = words[AT.upper >> 1] as number
    const children: Child[] = []
    let taken = 0
    let last = least
    for (let index = 0; index < count; index++) {
      const at = words[HEADER_WORDS + index] as number
      if (at % 2 !== 0 || at < upper || at + NODE_BYTES > area) return 'has a key outside of itself'
      const node = HEADER_WORDS + (at >> 1)
      // The page number continues where leaves have flags.
      const child =
        (words[node] as number) + (words[node + 1] as number) * WORD + (words[node + 2] as number) * TWO_TO_32
      const length = NODE_BYTES + (words[node + 3] as number)
      if (at + length > area) return 'has a key larger than itself'
      taken += length + (length % 2)
      if (index === 0) {
        children.push({ child, least: undefined })
        continue
      }
      const key = Buffer.from(bytes.subarray(HEADER_BYTES + at + NODE_BYTES, HEADER_BYTES + at + length))
      if (last !== undefined && compare(key, 0, key.length, last, 0, last.length) <= 0) {
        return 'has keys out of order'
      }
      if (below !== undefined && compare(key, 0, key.length, below, 0, below.length) >= 0) {
        return 'has keys out of order'
      }
      children.push({ child, least: key })
      last = key
    }
    return taken === area - upper ? children : 'has keys that are not accounted for'
  }
}

/** The transaction that wrote a page. */
export function readTransaction(page: Buffer): number {
  return readNumber(page, AT.transaction)
}

function readNumber(bytes: Buffer, at: number): number {
  return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * TWO_TO_32
}

function describe({ least }: Bounds): string {
  return least === undefined
    ? ''
    : `, keys from ${JSON.stringify(least.toString('latin1').split('\0', 1)[0])} on,`
}

type Compare = (
  left: Buffer,
  leftStart: number,
  leftEnd: number,
  right: Buffer,
  rightStart: number,
  rightEnd: number,
) => number

const compareBytes: Compare = (left, leftStart, leftEnd, right, rightStart, rightEnd) => {
  const leftLength = leftEnd - leftStart
  const rightLength = rightEnd - rightStart
  const common = leftLength < rightLength ? leftLength : rightLength
  for (let index = 0; index < common; index++) {
    const difference = (left[leftStart + index] as number) - (right[rightStart + index] as number)
    if (difference !== 0) return difference
  }
  return leftLength - rightLength
}

const compareNumbers: Compare = (left, leftStart, leftEnd, right, rightStart, rightEnd) => {
  // A key of another length is not a number, and has no order.
  if (leftEnd - leftStart !== 8 || rightEnd - rightStart !== 8) return Number.NaN
  return readNumber(left, leftStart) - readNumber(right, rightStart)
}
