import { type FileHandle, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '#transfer/files/output-file.js'
import { SealWriter } from '#transfer/sealing/seal-writer.js'
import type { Sealer } from '#transfer/sealing/wrapped-key.js'
import { openOwnerOnly } from '#util/owner-only.js'
import { encodeWrite, type LoggedWrite, type LogHeader, logHeaderLine } from './log-format.js'

/** Appends writes to a new change log. After an error it must not be used any more: the file may have a torn end. */
export class LogWriter {
  readonly #path: string
  readonly #file: FileHandle
  readonly #seal: SealWriter | undefined
  #bytes = 0
  #hasWrites = false

  /** Rejects if the file exists: each log belongs to one process. */
  static async create(path: string, header: LogHeader, sealer: Sealer | undefined): Promise<LogWriter> {
    const seal = sealer && (await SealWriter.start(sealer))
    const writer = new LogWriter(path, await openOwnerOnly(path, 'wx'), seal)
    try {
      if (seal !== undefined) await writer.#file.appendFile(seal.header)
      await writer.#append(logHeaderLine(header))
      await syncFolder(dirname(path))
      return writer
    } catch (error) {
      await writer.close()
      throw error
    }
  }

  private constructor(path: string, file: FileHandle, seal: SealWriter | undefined) {
    this.#path = path
    this.#file = file
    this.#seal = seal
  }

  /** The number of bytes written. */
  get bytes(): number {
    return this.#bytes
  }

  /** Resolves when the writes are on disk. */
  async append(writes: readonly LoggedWrite[]): Promise<void> {
    await this.#append(Buffer.concat(writes.map(encodeWrite)))
    this.#hasWrites = true
  }

  async #append(bytes: Buffer): Promise<void> {
    const written = this.#seal === undefined ? bytes : this.#seal.seal(bytes)
    await this.#file.appendFile(written)
    await this.#file.datasync()
    this.#bytes += written.length
  }

  /** A log without writes is removed: a full disk would otherwise collect them. */
  async close(): Promise<void> {
    await this.#file.close()
    if (!this.#hasWrites) await rm(this.#path, { force: true })
  }
}
