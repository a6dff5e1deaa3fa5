import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { TransferError } from '#transfer/progress.js'
import { isSealed, unsealed } from '#transfer/sealing/unseal.js'
import type { Opener } from '#transfer/sealing/wrapped-key.js'
import { peeked } from './peeked.js'

const READ_BYTES = 256 * 1024

/** Marks compressed files, whatever their name. */
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b])

/** A file that is read from, possibly more than once. It is decrypted and decompressed as its content says. */
export class InputFile {
  readonly path: string
  /** In bytes on disk. */
  readonly size: number
  readonly #opener: Opener

  static async open(path: string, opener: Opener = {}): Promise<InputFile> {
    const found = await stat(path)
    if (!found.isFile())
      throw new TransferError(`${path} is not a file; an import reads its file more than once`)
    return new InputFile(path, found.size, opener)
  }

  private constructor(path: string, size: number, opener: Opener) {
    this.path = path
    this.size = size
    this.#opener = opener
  }

  /** The content from the start. `onRead` receives the number of file bytes read. */
  async *chunks(onRead: (bytes: number) => void = () => undefined): AsyncGenerator<Buffer> {
    const file = createReadStream(this.path, { highWaterMark: READ_BYTES })
    try {
      for await (const chunk of plain(file, this.path, this.#opener)) {
        onRead(file.bytesRead)
        yield chunk
      }
    } catch (error) {
      throw this.#explain(error)
    } finally {
      file.destroy()
    }
  }

  #explain(error: unknown): unknown {
    const code = String((error as NodeJS.ErrnoException).code)
    if (code === 'Z_BUF_ERROR')
      return new TransferError(`${this.path} is truncated: its gzip data has no end`)
    return code.startsWith('Z_')
      ? new TransferError(`${this.path} is damaged: it cannot be decompressed`)
      : error
  }
}

/** The content of a file that may be encrypted, compressed, or both. */
async function* plain(file: AsyncIterable<Buffer>, name: string, opener: Opener): AsyncGenerator<Buffer> {
  const [start, chunks] = await peeked(file)
  if (isSealed(start)) {
    const [opened, content] = await peeked(unsealed(chunks, { name, opener }))
    yield* isCompressed(opened) ? unzipped(content) : content
  } else yield* isCompressed(start) ? unzipped(chunks) : chunks
}

const isCompressed = (start: Buffer) => start.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC)

function unzipped(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  // The reader receives the errors.
  return pipeline(Readable.from(chunks), createGunzip({ chunkSize: READ_BYTES }), () => undefined)
}
