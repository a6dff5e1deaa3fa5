import { statfsSync } from 'node:fs'
import { constants } from 'node:os'
import { type Environment, openEnvironment } from '#storage/embedded/environment.js'
import { CHECKSUM_BYTES, writeChecksum } from '#storage/embedded/format/checksum.js'
import { ValueCompression } from '#storage/embedded/format/compression.js'
import { ExitGate } from './exit-gate.js'
import { type Mutation, unpackMutations } from './mutations.js'

/** What the main thread gives to the commit thread when it starts. */
export interface CommitThreadData {
  readonly gate: SharedArrayBuffer
  readonly mailbox: SharedArrayBuffer
}

/** A transaction to commit, packed; or the wish that the thread opens the store in a folder, or that it ends. */
export type CommitRequest = PackedTransaction | OpenRequest | 'stop'
export type OpenRequest = { readonly directory: string }
export type PackedTransaction = { readonly buffer: ArrayBuffer; readonly length: number }

/** Why a transaction could not be committed. `code` is an `errno`, or one of LMDB's negative codes. */
export interface CommitError {
  readonly message: string
  readonly code: number | undefined
}

/** The first answer says that the store is open, each further one that a transaction is on disk or why not. */
export type CommitAnswer = { readonly error?: CommitError | undefined }

/**
 * What a transaction may add to the file: its bytes on pages that are not full, and for small ones the pages on the way to
 * each mutation, which are copied.
 */
const ROOM = { perByte: 2, atLeast: 256 * 1024 }
const NO_ROOM: CommitError = { message: 'no space left on device', code: constants.errno.ENOSPC }

/** The commit thread's work, apart from its messages. */
export class CommitService {
  #directory = ''
  #environment: Environment | undefined
  readonly #gate: ExitGate
  readonly #compression = new ValueCompression()

  constructor({ gate }: Pick<CommitThreadData, 'gate'>) {
    this.#gate = new ExitGate(gate)
  }

  /** Before anything is committed. The data file has to be in order: see `environment.ts`. */
  open({ directory }: OpenRequest): CommitAnswer {
    this.#directory = directory
    this.#environment = openEnvironment(directory)
    return {}
  }

  /** Does all mutations of a request and returns when they are on disk; undefined when the process is exiting. */
  commit({ buffer, length }: PackedTransaction): CommitAnswer | undefined {
    // Made ready outside of the transaction: if memory ran out inside, the thread would end there, and
    // take the lock for writing with it.
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
   * Looked at before LMDB finds out by itself: its binding describes a write that finds no room in a text which is longer
   * than the memory it has for it, and the process ends sooner or later.
   */
  #hasRoomFor(bytes: number): boolean {
    const { bavail, bsize } = statfsSync(this.#directory)
    return bavail * bsize >= bytes * ROOM.perByte + ROOM.atLeast
  }

  /** Versions are compressed, and every record gets its checksum. */
  #forDisk(mutation: Mutation): Mutation {
    const { database, key, value } = mutation
    if (value === undefined) return mutation
    const own = value.subarray(0, value.length - CHECKSUM_BYTES)
    // What is compressed lies where it was before, and is shorter.
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
