import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip, type Gzip } from 'node:zlib'
import { FORMAT, RecordingError, type RecordingLine } from './format.js'

/** Writes a recording. The file is only for its owner, and never replaces another. */
export class RecordingWriter {
  readonly #path: string
  readonly #gzip: Gzip
  readonly #written: Promise<void>
  #objects = 0
  #events = 0

  static async create(path: string, version: string): Promise<RecordingWriter> {
    const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
      const why = error.code === 'EEXIST' ? 'there is such a file already' : error.message
      throw new RecordingError(`cannot write ${path}: ${why}`, { cause: error })
    })
    const writer = new RecordingWriter(path, createWriteStream(path, { fd: file }))
    await writer.write({ binnacle: 'recording', format: FORMAT, created: new Date().toISOString(), version })
    return writer
  }

  private constructor(path: string, target: WriteStream) {
    this.#path = path
    this.#gzip = createGzip()
    this.#written = pipeline(this.#gzip, target)
    // Reported by `finish`.
    this.#written.catch(() => undefined)
  }

  async write(line: RecordingLine): Promise<void> {
    if ('object' in line) this.#objects++
    if ('event' in line) this.#events++
    if (!this.#gzip.write(`${JSON.stringify(line)}\n`)) await once(this.#gzip, 'drain')
  }

  async finish(): Promise<{ objects: number; events: number }> {
    const end = { objects: this.#objects, events: this.#events }
    await this.write({ end })
    this.#gzip.end()
    await this.#written
    return end
  }

  async abandon(): Promise<void> {
    this.#gzip.destroy()
    await this.#written.catch(() => undefined)
    await rm(this.#path, { force: true })
  }
}
