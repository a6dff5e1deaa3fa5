import { join } from 'node:path'
import {
  INITIAL_REVISION,
  type Revision,
  type StorageDamaged,
  StorageUnavailable,
  StorageUnusable,
  type StoredValue,
} from '#storage/contract.js'
import { damagedFileError } from './damage.js'
import { DATA_FILE } from './data-folder.js'
import { type BinaryDatabase, type Environment, openEnvironment } from './environment.js'
import { checkedValue } from './format/checksum.js'
import { ValueCompression } from './format/compression.js'
import {
  type DatabaseName,
  keyOfVersion,
  keySpan,
  type LogEntry,
  META_COMPACTED,
  readLogEntry,
  readRevision,
  revisionBytes,
  revisionOfVersion,
  versionKey,
} from './format/layout.js'

const COMPACTED = Buffer.from(META_COMPACTED, 'latin1')

/**
 * The main thread's read-only view of the databases, as of the last refresh.
 *
 * All methods are synchronous and read from memory that LMDB maps. Nothing stays open across event loop turns, so no
 * reader delays the reuse of pages.
 */
export class Disk {
  readonly #directory: string
  readonly #compression = new ValueCompression()
  #environment: Environment | undefined
  /** Records of this revision and later ones have checksums. */
  checksumsFrom: Revision = INITIAL_REVISION

  /** Throws `StorageUnusable` when another process has the folder open. */
  constructor(directory: string) {
    this.#directory = directory
    this.reopen()
  }

  /** Makes all commits so far visible. */
  refresh(): void {
    this.#open().root.resetReadTxn()
  }

  /** After some failures LMDB rejects all further work until it is reopened. */
  reopen(): void {
    this.close()
    this.#environment = openEnvironment(this.#directory)
    this.#rejectSecondProcess()
  }

  close(): void {
    // Takes effect at once: the promise is for queued writes of LMDB's binding, which we do not use.
    void this.#environment?.root.close()
    this.#environment = undefined
  }

  /** The revision of the last write on disk. */
  lastRevision(): Revision {
    const logged = this.lastLogEntry()?.revision ?? INITIAL_REVISION
    return Math.max(logged, this.#compactedRevision()) as Revision
  }

  #compactedRevision(): Revision {
    const bytes = this.#database('meta').get(COMPACTED)
    if (bytes === undefined) return INITIAL_REVISION
    const value = checkedValue(COMPACTED, bytes)
    if (value === undefined) throw this.#damaged(`meta: the record ${META_COMPACTED} is not what was written`)
    return readRevision(value)
  }

  /** The current value of a key, written at this revision. */
  current(key: string, revision: Revision): StoredValue {
    const value = this.version(key, revision)
    if (value === undefined) throw this.#damaged(`${key}: its value at revision ${revision} is missing`)
    return value
  }

  /**
   * The value written to a key at exactly this revision, undefined for its deletion. Throws `StorageDamaged` when it
   * is missing or damaged.
   */
  version(key: string, revision: Revision): StoredValue | undefined {
    const place = versionKey(key, revision)
    const bytes = this.#database('versions').getBinaryFast(place)
    if (bytes === undefined) throw this.#damaged(`${key}: its value at revision ${revision} is missing`)
    const version = this.#checked(place, usedPart(bytes), revision)
    try {
      if (version === undefined) throw new Error('the checksum is of another value')
      const value = this.#compression.restore(version)
      return value && { key, value, revision }
    } catch (cause) {
      throw this.#damaged(`${key}: its value at revision ${revision} is not what was written`, cause)
    }
  }

  /** The value of a key at a revision. */
  valueAt(key: string, at: Revision): StoredValue | undefined {
    const span = { start: versionKey(key, at), end: versionKey(key, 0), reverse: true, limit: 1 }
    for (const found of this.#database('versions').getKeys(span)) {
      return this.version(key, revisionOfVersion(found))
    }
    return undefined
  }

  /** The revisions of each key's versions under a prefix, in key order, oldest first. */
  *versionsUnder(prefix: string, after: string | undefined): Generator<{ key: string; revision: Revision }> {
    for (const found of this.#database('versions').getKeys(keySpan(prefix, after))) {
      yield { key: keyOfVersion(found), revision: revisionOfVersion(found) }
    }
  }

  /** Log entries after one revision up to another, at most `limit`. */
  *logEntries(after: Revision, upTo: Revision, limit: number): Generator<LogEntry> {
    const span = { start: revisionBytes(after + 1), end: revisionBytes(upTo + 1), limit }
    for (const { key, value } of this.#database('log').getRange(span)) yield this.#logEntry(key, value)
  }

  /** Log entries from one revision down to another, which is left out. The newest first, at most `limit`. */
  *logEntriesBackwards(from: Revision, downTo: Revision, limit: number): Generator<LogEntry> {
    const span = { start: revisionBytes(from), end: revisionBytes(downTo), reverse: true, limit }
    for (const { key, value } of this.#database('log').getRange(span)) yield this.#logEntry(key, value)
  }

  /** The last log entry up to a revision. */
  lastLogEntry(upTo = Number.MAX_SAFE_INTEGER): LogEntry | undefined {
    const span = { start: revisionBytes(upTo), reverse: true, limit: 1 }
    for (const { key, value } of this.#database('log').getRange(span)) return this.#logEntry(key, value)
    return undefined
  }

  #logEntry(key: Buffer, value: Buffer): LogEntry {
    const revision = readRevision(key)
    const entry = this.#checked(key, value, revision)
    if (entry === undefined) {
      throw this.#damaged(`log: the entry of revision ${revision} is not what was written`)
    }
    return readLogEntry(key, entry)
  }

  /** A value without its checksum, if it has one; undefined when it is damaged. */
  #checked(key: Buffer, value: Buffer, revision: Revision): Buffer | undefined {
    return revision >= this.checksumsFrom ? checkedValue(key, value) : value
  }

  #damaged(error: string, cause?: unknown): StorageDamaged {
    return damagedFileError(join(this.#directory, DATA_FILE), error, cause)
  }

  /**
   * Only one process may open the store, because its memory must agree with the disk.
   *
   * LMDB keeps a table of all readers in a shared file. A process registers when it first reads; the kernel drops its
   * lock when it ends, however it ends. So nothing stale is left, not even after SIGKILL, and it works across
   * containers, which do not see each other's processes or sockets. Each process registers before it looks: of two
   * concurrent openers, at least one sees the other and stops.
   */
  #rejectSecondProcess(): void {
    // Reading registers the process in the table.
    this.#database('meta').get(COMPACTED)
    const readers = [
      ...this.#open()
        .root.readerList()
        .matchAll(/^\s*(\d+) /gm),
    ].map((match) => Number(match[1]))
    if (readers.length === 1) return
    this.close()
    const other = readers.find((pid) => pid !== process.pid)
    const whom = other === undefined ? 'this process already' : `process ${other}`
    throw new StorageUnusable(`the data folder ${this.#directory} is in use by ${whom}`)
  }

  #database(name: DatabaseName): BinaryDatabase {
    return this.#open().databases[name]
  }

  #open(): Environment {
    if (this.#environment === undefined) throw new StorageUnavailable('the store is not open')
    return this.#environment
  }
}

/**
 * LMDB's binding reads every value into one large buffer, and overrides `length` on it with the length of the value.
 * Buffer methods use this length or the real one, depending on the version of Node: from 24 on `subarray` without an
 * end goes to the end of the memory. So the value is cut out here, and no other code sees such a buffer. It is valid
 * only until the next read.
 */
function usedPart(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length)
}
