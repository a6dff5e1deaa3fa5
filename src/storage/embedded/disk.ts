import { join } from 'node:path'
import {
  INITIAL_REVISION,
  type Revision,
  type StorageDamaged,
  StorageUnavailable,
  StorageUnusable,
  type StoredValue,
} from '#storage/contract.js'
import { damaged } from './damage.js'
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
 * The main thread's view of the databases. It only reads, and sees what was committed when it was last refreshed.
 *
 * All methods are synchronous and read from memory that LMDB maps; nothing is kept open from one turn of the event
 * loop to the next, so no reader ever holds back the reuse of pages for long.
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

  /** Makes everything visible that has been committed so far. */
  refresh(): void {
    this.#open().root.resetReadTxn()
  }

  /** After some failures LMDB rejects all further work until it is opened anew. */
  reopen(): void {
    this.close()
    this.#environment = openEnvironment(this.#directory)
    this.#rejectSecondProcess()
  }

  close(): void {
    // Takes effect at once: the promise is for writes that LMDB's binding queues, and we use none of those.
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

  /** The value of a key that is there now, which was written at this revision. */
  current(key: string, revision: Revision): StoredValue {
    const value = this.version(key, revision)
    if (value === undefined) throw this.#damaged(`${key}: its value at revision ${revision} is missing`)
    return value
  }

  /**
   * What was written to a key at exactly this revision, undefined when that was its deletion. Throws `StorageDamaged` when
   * it is not there, or is something else.
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

  /** The value of a key as of a revision. */
  valueAt(key: string, at: Revision): StoredValue | undefined {
    const span = { start: versionKey(key, at), end: versionKey(key, 0), reverse: true, limit: 1 }
    for (const found of this.#database('versions').getKeys(span)) {
      return this.version(key, revisionOfVersion(found))
    }
    return undefined
  }

  /** The revisions of each key's versions under a prefix, keys in order, oldest first. */
  *versionsUnder(prefix: string, after: string | undefined): Generator<{ key: string; revision: Revision }> {
    for (const found of this.#database('versions').getKeys(keySpan(prefix, after))) {
      yield { key: keyOfVersion(found), revision: revisionOfVersion(found) }
    }
  }

  /** Log entries after one revision and up to another, at most `limit`. */
  *logEntries(after: Revision, upTo: Revision, limit: number): Generator<LogEntry> {
    const span = { start: revisionBytes(after + 1), end: revisionBytes(upTo + 1), limit }
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

  /** A value without its checksum, if it has one; undefined when it is not what was written under its key. */
  #checked(key: Buffer, value: Buffer, revision: Revision): Buffer | undefined {
    return revision >= this.checksumsFrom ? checkedValue(key, value) : value
  }

  #damaged(problem: string, cause?: unknown): StorageDamaged {
    return damaged(join(this.#directory, DATA_FILE), problem, cause)
  }

  /**
   * There must be one process only, for what is in its memory has to agree with what is on disk.
   *
   * LMDB keeps a table of all readers, in a file that they share. A process enters itself when it reads for the first
   * time; the entries of processes that have ended are known by locks that the kernel drops when a process ends, however
   * it ends. So nothing stale can be left, not even by SIGKILL, and it holds across containers, which do not see each
   * other's processes or sockets. Each process enters before it looks: of two that come at the same time, at least one
   * sees the other and stops.
   */
  #rejectSecondProcess(): void {
    // A process that has read is in the table.
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
 * LMDB's binding reads every value into one large buffer, and says by a `length` that it lays over the buffer's own how
 * much of it this value takes. Methods of buffers look at that length or at the true one, each version of Node in its own
 * way: from 24 on `subarray` without an end goes to the end of the memory. So the part is cut out here, and no other code
 * meets such a buffer. It holds only until the next read.
 */
function usedPart(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length)
}
