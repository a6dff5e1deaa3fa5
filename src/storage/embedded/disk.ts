import {
  INITIAL_REVISION,
  type Revision,
  StorageUnavailable,
  StorageUnusable,
  type StoredValue,
} from '../contract.js'
import { ValueCompression } from './compression.js'
import { type BinaryDatabase, type Environment, openEnvironment } from './environment.js'
import {
  type DatabaseName,
  keyOfVersion,
  keySpan,
  type LogEntry,
  META_COMPACTED,
  META_FLOOR,
  readLogEntry,
  readRevision,
  revisionBytes,
  revisionOfVersion,
  versionKey,
} from './layout.js'

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

  /** Throws `StorageUnusable` when somebody else has the folder open. */
  constructor(directory: string) {
    this.#directory = directory
    this.reopen()
  }

  /** Makes everything visible that has been committed so far. */
  refresh(): void {
    this.#open().root.resetReadTxn()
  }

  /** After some failures LMDB refuses all further work until it is opened anew. */
  reopen(): void {
    this.close()
    this.#environment = openEnvironment(this.#directory)
    this.#refuseCompany()
  }

  close(): void {
    // Takes effect at once: the promise is for writes that LMDB's binding queues, and we use none of those.
    void this.#environment?.root.close()
    this.#environment = undefined
  }

  compactedRevision(): Revision | undefined {
    const bytes = this.#database('meta').get(Buffer.from(META_COMPACTED, 'latin1'))
    return bytes && readRevision(bytes)
  }

  /** How far the history of each collection is gone. */
  *floors(): Generator<{ readonly collection: string; readonly revision: Revision }> {
    for (const { key, value } of this.#database('meta').getRange(keySpan(META_FLOOR))) {
      yield { collection: key.toString('latin1', META_FLOOR.length), revision: readRevision(value) }
    }
  }

  /** The revision of the last write on disk. */
  lastRevision(): Revision {
    const logged = this.lastLogEntry()?.revision ?? INITIAL_REVISION
    return Math.max(logged, this.compactedRevision() ?? INITIAL_REVISION) as Revision
  }

  /** Up to `limit` heads behind a key, in order. */
  heads(after: string, limit: number): { readonly key: string; readonly revision: Revision }[] {
    const found = []
    for (const { key, value } of this.#database('heads').getRange({ ...keySpan('', after), limit })) {
      found.push({ key: key.toString('latin1'), revision: readRevision(value) })
    }
    return found
  }

  /** What was written to a key at exactly this revision, undefined when that was its deletion. */
  version(key: string, revision: Revision): StoredValue | undefined {
    const bytes = this.#database('versions').getBinaryFast(versionKey(key, revision))
    if (bytes === undefined) throw new Error(`the store has lost ${key} as of revision ${revision}`)
    try {
      const value = this.#compression.restore(usedPart(bytes))
      return value && { key, value, revision }
    } catch (cause) {
      throw new Error(`the store has ${key} as of revision ${revision}, but it is damaged`, { cause })
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
    for (const { key, value } of this.#database('log').getRange(span)) yield readLogEntry(key, value)
  }

  /** The last log entry up to a revision. */
  lastLogEntry(upTo = Number.MAX_SAFE_INTEGER): LogEntry | undefined {
    const span = { start: revisionBytes(upTo), reverse: true, limit: 1 }
    for (const { key, value } of this.#database('log').getRange(span)) return readLogEntry(key, value)
    return undefined
  }

  /**
   * There must be one process only, for what is in its memory has to agree with what is on disk.
   *
   * LMDB keeps a table of all who read, in a file that they share. A process enters itself when it reads for the first
   * time; the entries of the dead are told from those of the living by locks that the kernel drops when a process ends,
   * however it ends. So nothing stale can be left, not even by SIGKILL, and it holds across containers, which do not
   * see each other's processes or sockets. Each enters before it looks: of two that come at the same time, at least one
   * sees the other and goes.
   */
  #refuseCompany(): void {
    this.compactedRevision()
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
 * way: from 24 on `subarray` without an end goes to the end of the memory. So the part is cut out here, and nobody else
 * meets such a buffer. It holds only until the next read.
 */
function usedPart(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length)
}
