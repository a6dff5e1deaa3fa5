import { createHash } from 'node:crypto'
import type { StoredValue } from '#storage/contract.js'
import { type ExportHeader, type ExportTrailer, encodeRecord, headerLine, trailerLine } from './format.js'

export interface ExportTarget {
  write(bytes: Buffer): Promise<void>
}

/** Large enough for efficient disk writes and compression. */
const BLOCK_BYTES = 1024 * 1024

/** Writes an export in blocks, with a digest at the end. */
export class ExportWriter {
  readonly #target: ExportTarget
  readonly #hash = createHash('sha256')
  #pending: Buffer[]
  #pendingBytes: number
  #records = 0

  constructor(target: ExportTarget, header: ExportHeader) {
    this.#target = target
    this.#pending = [headerLine(header)]
    this.#pendingBytes = 0
  }

  /** Records must be sorted by key. */
  async add(record: StoredValue): Promise<void> {
    this.#pending.push(...encodeRecord(record))
    this.#pendingBytes += record.value.length
    this.#records++
    if (this.#pendingBytes >= BLOCK_BYTES) await this.#flush()
  }

  async finish(): Promise<ExportTrailer> {
    await this.#flush()
    const trailer = { records: this.#records, digest: `sha256:${this.#hash.digest('hex')}` }
    await this.#target.write(trailerLine(trailer))
    return trailer
  }

  async #flush(): Promise<void> {
    const block = Buffer.concat(this.#pending)
    this.#pending = []
    this.#pendingBytes = 0
    this.#hash.update(block)
    await this.#target.write(block)
  }
}
