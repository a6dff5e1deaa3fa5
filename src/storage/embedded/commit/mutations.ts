import type { Operation, Revision } from '#storage/contract.js'
import { CHECKSUM_BYTES } from '#storage/embedded/format/checksum.js'
import {
  DATABASES,
  type DatabaseName,
  DELETED,
  LOG_CHANGE_BYTES,
  LOG_HEADER_BYTES,
  REVISION_BYTES,
  VALUE,
  VERSION_SUFFIX_BYTES,
  writeRevision,
} from '#storage/embedded/format/layout.js'

/** Database, kind, key length, value length. */
const HEADER_BYTES = 1 + 1 + 2 + 4

const PUT = 1
const REMOVE = 0

/** An upper bound of an operation's size in `Mutations`, over all databases. */
export function packedSize(operation: Operation): number {
  const value = operation.type === 'delete' ? 0 : operation.value.length
  return (
    3 * (HEADER_BYTES + operation.key.length) +
    VERSION_SUFFIX_BYTES +
    1 +
    value +
    2 * REVISION_BYTES +
    LOG_HEADER_BYTES +
    LOG_CHANGE_BYTES +
    3 * CHECKSUM_BYTES
  )
}

/** The mutations of one transaction, packed into one transferable buffer: objects would be cloned one by one. */
export class Mutations {
  #bytes: Buffer
  #length = 0

  constructor(sizeHint = 1024) {
    this.#bytes = allocate(sizeHint)
  }

  /** Adds all mutations of a write at its revision. `previous` returns the former revision of each key. */
  addWrite(
    operations: readonly Operation[],
    revision: Revision,
    time: number,
    previous: (key: string) => Revision | undefined,
  ): void {
    let logLength = LOG_HEADER_BYTES
    for (const operation of operations) {
      logLength += LOG_CHANGE_BYTES + operation.key.length
      this.#addVersion(operation, revision)
      this.#addHead(operation, revision)
    }
    let at = this.#begin(PUT, 'log', REVISION_BYTES, logLength)
    at = writeRevision(this.#bytes, revision, at)
    at = this.#bytes.writeDoubleBE(time, at)
    for (const { type, key } of operations) {
      this.#bytes[at] = type === 'delete' ? DELETED : VALUE
      at = writeRevision(this.#bytes, previous(key) ?? 0, at + 1)
      at = this.#bytes.writeUInt16BE(key.length, at)
      at += this.#bytes.write(key, at, 'latin1')
    }
  }

  removeVersion(key: string, revision: Revision): void {
    const at = this.#begin(REMOVE, 'versions', key.length + VERSION_SUFFIX_BYTES, 0)
    this.#writeVersionKey(key, revision, at)
  }

  removeLog(revision: Revision): void {
    const at = this.#begin(REMOVE, 'log', REVISION_BYTES, 0)
    writeRevision(this.#bytes, revision, at)
  }

  putMeta(name: string, value: Buffer): void {
    const at = this.#begin(PUT, 'meta', name.length, value.length)
    this.#bytes.write(name, at, 'latin1')
    value.copy(this.#bytes, at + name.length)
  }

  removeMeta(name: string): void {
    const at = this.#begin(REMOVE, 'meta', name.length, 0)
    this.#bytes.write(name, at, 'latin1')
  }

  get length(): number {
    return this.#length
  }

  /** Takes the buffer for transfer. Nothing can be added afterwards. */
  take(): { readonly buffer: ArrayBuffer; readonly length: number } {
    return { buffer: this.#bytes.buffer as ArrayBuffer, length: this.#length }
  }

  #addVersion(operation: Operation, revision: Revision): void {
    const { key } = operation
    const value = operation.type === 'delete' ? undefined : operation.value
    let at = this.#begin(PUT, 'versions', key.length + VERSION_SUFFIX_BYTES, 1 + (value?.length ?? 0))
    at = this.#writeVersionKey(key, revision, at)
    this.#bytes[at] = value === undefined ? DELETED : VALUE
    value?.copy(this.#bytes, at + 1)
  }

  #addHead({ type, key }: Operation, revision: Revision): void {
    const deleted = type === 'delete'
    const at = this.#begin(deleted ? REMOVE : PUT, 'heads', key.length, deleted ? 0 : REVISION_BYTES)
    this.#bytes.write(key, at, 'latin1')
    if (!deleted) writeRevision(this.#bytes, revision, at + key.length)
  }

  #writeVersionKey(key: string, revision: Revision, at: number): number {
    const end = at + this.#bytes.write(key, at, 'latin1')
    this.#bytes[end] = 0
    return writeRevision(this.#bytes, revision, end + 1)
  }

  /**
   * Makes room for a mutation and writes its header. Returns the offset of its key, which its value follows, with
   * room for the checksum that the commit thread adds.
   */
  #begin(kind: number, database: DatabaseName, keyLength: number, ownLength: number): number {
    const start = this.#length
    const valueLength = kind === PUT ? ownLength + CHECKSUM_BYTES : 0
    this.#length = start + HEADER_BYTES + keyLength + valueLength
    if (this.#length > this.#bytes.length) {
      const larger = allocate(Math.max(this.#length, 2 * this.#bytes.length))
      this.#bytes.copy(larger, 0, 0, start)
      this.#bytes = larger
    }
    this.#bytes[start] = DATABASES.indexOf(database)
    this.#bytes[start + 1] = kind
    this.#bytes.writeUInt16BE(keyLength, start + 2)
    return this.#bytes.writeUInt32BE(valueLength, start + 4)
  }
}

export interface Mutation {
  readonly database: DatabaseName
  readonly key: Buffer
  /** Undefined to remove the key. The last bytes are for the checksum. */
  readonly value: Buffer | undefined
}

export function unpackMutations(buffer: ArrayBuffer, length: number): Mutation[] {
  const bytes = Buffer.from(buffer, 0, length)
  const mutations: Mutation[] = []
  for (let at = 0; at < length; ) {
    const database = DATABASES[bytes[at] as number] as DatabaseName
    const isPut = bytes[at + 1] === PUT
    const keyStart = at + HEADER_BYTES
    const keyEnd = keyStart + bytes.readUInt16BE(at + 2)
    at = keyEnd + bytes.readUInt32BE(keyStart - 4)
    mutations.push({
      database,
      key: bytes.subarray(keyStart, keyEnd),
      value: isPut ? bytes.subarray(keyEnd, at) : undefined,
    })
  }
  return mutations
}

/** Not from Node's pool: the whole memory is transferred to the other thread. */
function allocate(size: number): Buffer {
  return Buffer.allocUnsafeSlow(size)
}
