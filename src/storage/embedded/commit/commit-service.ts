import { statfsSync } from 'node:fs'
import { constants } from 'node:os'
import { type Environment, openEnvironment } from '#storage/embedded/environment.js'
import { CHECKSUM_BYTES, writeChecksum } from '#storage/embedded/format/checksum.js'
import { ValueCompression } from '#storage/embedded/format/compression.js'
import { ExitGate } from './exit-gate.js'
import { type Mutation, unpackMutations } from './mutations.js'

/** The start-up data of the commit thread. */
export interface CommitThreadData {
  readonly gate: SharedArrayBuffer
  readonly mailbox: SharedArrayBuffer
}

/** A packed transaction to commit, a request to open the store, or to stop. */
export type CommitRequest = PackedTransaction | OpenRequest | 'stop'
export type OpenRequest = { readonly directory: string }
export type PackedTransaction = { readonly buffer: ArrayBuffer; readonly length: number }

/** Why a commit failed. `code` is an `errno`, or one of LMDB's negative codes. */
export interface CommitError {
  readonly message: string
  readonly code: number | undefined
}

/** The first response confirms that the store is open, each further one that a transaction is on disk, or why not. */
export type CommitResponse = { readonly error?: CommitError | undefined }

/**
 * How much a transaction may add to the file: its bytes on partly filled pages, and for small ones the copied branch
 * pages of each mutation.
 */
const ROOM = { perByte: 2, atLeast: 256 * 1024 }
const NO_ROOM: CommitError = { message: 'no space left on device', code: constants.errno.ENOSPC }

/** The work of the commit thread, without its messages. */
export class CommitService {
  #directory = ''
  #environment: Environment | undefined
  readonly #gate: ExitGate
  readonly #compression = new ValueCompression()

  constructor({ gate }: Pick<CommitThreadData, 'gate'>) {
    this.#gate = new ExitGate(gate)
  }

  /** Call before the first commit. The data file must be intact: see `environment.ts`. */
  open({ directory }: OpenRequest): CommitResponse {
    this.#directory = directory
    this.#environment = openEnvironment(directory)
    return {}
  }

  /** Applies all mutations of a request and returns when they are on disk; undefined when the process is exiting. */
  commit({ buffer, length }: PackedTransaction): CommitResponse | undefined {
    // Prepared outside of the transaction: out of memory inside would end the thread with LMDB's write lock held.
    const mutations = unpackMutations(buffer, length).map((mutation) => this.#forDisk(mutation))
    if (!this.#hasRoomFor(length)) return { error: NO_ROOM }
    if (this.#environment === undefined) throw new Error('the store is not open')
    const { root, databases } = this.#environment
    if (!this.#gate.enter()) return undefined
    try {
      root.transactionSync(() => {
        for (const { database, key, value } of mutations) {
          if (value === undefined) databases[database].removeSync(key)
          else databases[database].putSync(key, value)
        }
      })
      return {}
    } catch (error) {
      return { error: describeError(error) }
    } finally {
      this.#gate.leave()
    }
  }

  /**
   * Checked before LMDB does: on a full disk its binding formats an error message longer than its buffer, and the
   * process crashes sooner or later.
   */
  #hasRoomFor(bytes: number): boolean {
    const { bavail, bsize } = statfsSync(this.#directory)
    return bavail * bsize >= bytes * ROOM.perByte + ROOM.atLeast
  }

  /** Compresses versions, and adds a checksum to every record. */
  #forDisk(mutation: Mutation): Mutation {
    const { database, key, value } = mutation
    if (value === undefined) return mutation
    const own = value.subarray(0, value.length - CHECKSUM_BYTES)
    // Compression is in place and makes the value shorter.
    const { length } = database === 'versions' ? this.#compression.compress(own) : own
    const record = value.subarray(0, length + CHECKSUM_BYTES)
    writeChecksum(key, record)
    return { database, key, value: record }
  }

  async close(): Promise<void> {
    await this.#environment?.root.close()
  }
}

function describeError(error: unknown): CommitError {
  if (!(error instanceof Error)) return { message: String(error), code: undefined }
  const code = 'code' in error && typeof error.code === 'number' ? error.code : undefined
  return { message: error.message, code }
}
