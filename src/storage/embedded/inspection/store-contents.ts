import { CompactionWatermarks, EVERY_COLLECTION } from '#storage/compaction-watermarks.js'
import { INITIAL_REVISION, type Revision } from '#storage/contract.js'
import { CHECKSUM_BYTES, isIntact } from '#storage/embedded/format/checksum.js'
import {
  CHECKSUMS_FORMAT,
  COMPRESSED,
  type DatabaseName,
  DEFLATED,
  DELETED,
  META_CHECKSUMS,
  META_COMPACTED,
  META_PROBE,
  META_WATERMARK,
  REVISION_BYTES,
  readRevision,
  VALUE,
  VERSION_SUFFIX_BYTES,
} from '#storage/embedded/format/layout.js'
import { SortedMap } from '#util/sorted-map.js'
import type { Report, VisitRecord } from './tree-walk.js'

const CHANGED = 'is not what was written'

/**
 * Which records are checked against their checksums. Current values are checked on every read, which a server does at
 * once.
 */
export type Thoroughness = 'all' | 'all but current values'

/** The content of a data file, and whether each record is intact. Visits every record once, in order. */
export class StoreContents {
  readonly #format: number
  readonly #report: Report
  readonly #thoroughness: Thoroughness
  /** The heads in order, and up to which of them values have been visited. */
  readonly #keys: string[] = []
  readonly #revisions: Revision[] = []
  #seen = 0
  readonly heads = new SortedMap<Revision>()
  readonly watermarks = new CompactionWatermarks()
  /** The oldest revision available; undefined before the first compaction. */
  compacted: Revision | undefined
  /** Records of this revision and later have checksums; undefined when none have, or that is not recorded. */
  checksumsFrom: Revision | undefined
  #lastLogged: Revision = INITIAL_REVISION
  versions = 0
  /** The number of records without a checksum, from formats before checksums. */
  unchecked = 0

  constructor(format: number, report: Report, thoroughness: Thoroughness) {
    this.#format = format
    this.#report = report
    this.#thoroughness = thoroughness
  }

  /** The revision of the last write. */
  get lastRevision(): Revision {
    return Math.max(this.#lastLogged, this.compacted ?? INITIAL_REVISION) as Revision
  }

  /** The store is new, and its history begins here. */
  beginAt(revision: Revision): void {
    this.compacted = revision
    this.watermarks.raise(EVERY_COLLECTION, revision)
  }

  /** Call when everything has been visited. */
  finish(): void {
    for (; this.#seen < this.#keys.length; this.#seen++) this.#reportMissing()
    if (this.#format >= CHECKSUMS_FORMAT && this.checksumsFrom === undefined) {
      this.#report(`meta: the record ${META_CHECKSUMS} is missing`)
    }
  }

  /** `meta` comes first: reading the others depends on it. Versions come after their heads. */
  readonly visitors: Readonly<Record<DatabaseName, VisitRecord>> = {
    meta: (bytes, start, keyEnd, end) => {
      const name = bytes.toString('latin1', start, keyEnd)
      const isCurrent = this.#format >= CHECKSUMS_FORMAT
      if (isCurrent && !isIntact(bytes, start, end))
        return this.#report(`meta: the record ${name} ${CHANGED}`)
      if (name === META_PROBE) return
      if (end - keyEnd < REVISION_BYTES) return this.#report(`meta: the record ${name} is too short`)
      const revision = readRevision(bytes, keyEnd)
      if (name === META_COMPACTED) this.compacted = revision
      else if (name === META_CHECKSUMS && isCurrent) this.checksumsFrom = revision
      else if (name.startsWith(META_WATERMARK))
        this.watermarks.raise(name.slice(META_WATERMARK.length), revision)
    },

    heads: (bytes, start, keyEnd, end) => {
      const key = bytes.toString('latin1', start, keyEnd)
      const revision = end - keyEnd < REVISION_BYTES ? (0 as Revision) : readRevision(bytes, keyEnd)
      if (!this.#isSound(bytes, start, keyEnd, end, revision, REVISION_BYTES)) {
        return this.#report(`${key}: the record of its revision ${CHANGED}`)
      }
      this.heads.set(key, revision)
      this.#keys.push(key)
      this.#revisions.push(revision)
    },

    log: (bytes, start, keyEnd, end) => {
      const revision = keyEnd - start === REVISION_BYTES ? readRevision(bytes, start) : (0 as Revision)
      if (this.#isSound(bytes, start, keyEnd, end, revision)) this.#lastLogged = revision
      else this.#report(`log: the entry of revision ${revision} ${CHANGED}`)
    },

    versions: (bytes, start, keyEnd, end) => {
      this.versions++
      const isNamed = keyEnd - start > VERSION_SUFFIX_BYTES
      const revision = isNamed ? readRevision(bytes, keyEnd - REVISION_BYTES) : (0 as Revision)
      const tag = bytes[keyEnd] as number
      const isKnown = isNamed && keyEnd < end && TAGS.has(tag)
      const isCurrent = isKnown && this.#isHead(bytes, start, keyEnd - VERSION_SUFFIX_BYTES, revision)
      if (isCurrent && tag !== DELETED && this.#thoroughness !== 'all') return
      if (
        isKnown &&
        !(isCurrent && tag === DELETED) &&
        this.#isSound(bytes, start, keyEnd, end, revision, tag === DELETED ? 1 : undefined)
      )
        return
      const key = bytes.toString('latin1', start, Math.max(start, keyEnd - VERSION_SUFFIX_BYTES))
      this.#report(`${key}: its value at revision ${revision} ${CHANGED}`)
    },
  }

  /** Whether a version, of the key from `start` to `end`, is that of a head. Versions come in order, as heads did. */
  #isHead(bytes: Buffer, start: number, end: number, revision: Revision): boolean {
    for (; this.#seen < this.#keys.length; this.#seen++) {
      const order = compareWithText(bytes, start, end, this.#keys[this.#seen] as string)
      const head = this.#revisions[this.#seen] as Revision
      if (order < 0 || (order === 0 && revision < head)) return false
      if (order === 0 && revision === head) {
        this.#seen++
        return true
      }
      this.#reportMissing()
    }
    return false
  }

  #reportMissing(): void {
    const key = this.#keys[this.#seen]
    this.#report(`${key}: its value at revision ${this.#revisions[this.#seen]} is missing`)
  }

  /** Whether a record of this revision is intact, as far as that can be checked, and long enough. */
  #isSound(
    bytes: Buffer,
    start: number,
    keyEnd: number,
    end: number,
    revision: Revision,
    length?: number,
  ): boolean {
    if (!this.#hasChecksum(revision)) {
      this.unchecked++
      return length === undefined || end - keyEnd === length
    }
    return (length === undefined || end - keyEnd === length + CHECKSUM_BYTES) && isIntact(bytes, start, end)
  }

  #hasChecksum(revision: Revision): boolean {
    return this.#format >= CHECKSUMS_FORMAT && revision >= (this.checksumsFrom ?? 0)
  }
}

const TAGS: ReadonlySet<number> = new Set([DELETED, VALUE, COMPRESSED, DEFLATED])

/** Compares bytes with a latin1 string. */
function compareWithText(bytes: Buffer, start: number, end: number, text: string): number {
  const length = end - start
  const common = Math.min(length, text.length)
  for (let index = 0; index < common; index++) {
    const difference = (bytes[start + index] as number) - text.charCodeAt(index)
    if (difference !== 0) return difference
  }
  return length - text.length
}
