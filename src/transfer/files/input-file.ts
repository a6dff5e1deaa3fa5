import { createReadStream, type ReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { TransferError } from '#transfer/progress.js'

const READ_BYTES = 256 * 1024

/** Marks compressed files, whatever their name. */
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b])

/** A file that an export is read from, possibly more than once. */
export class InputFile {
  readonly path: string
  /** In bytes on disk. */
  readonly size: number
  readonly #compressed: boolean

  static async open(path: string): Promise<InputFile> {
    const found = await stat(path)
    if (!found.isFile())
      throw new TransferError(`${path} is not a file; an import reads its file more than once`)
    return new InputFile(path, found.size, await isCompressed(path))
  }

  private constructor(path: string, size: number, compressed: boolean) {
    this.path = path
    this.size = size
    this.#compressed = compressed
  }

  /** The content from the start. `onRead` receives the number of file bytes read. */
  async *chunks(onRead: (bytes: number) => void = () => undefined): AsyncGenerator<Buffer> {
    const file = createReadStream(this.path, { highWaterMark: READ_BYTES })
    try {
      for await (const chunk of this.#compressed ? unzipped(file) : file) {
        onRead(file.bytesRead)
        yield chunk as Buffer
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

function unzipped(file: ReadStream) {
  // The reader receives the errors.
  return pipeline(file, createGunzip({ chunkSize: READ_BYTES }), () => undefined)
}

async function isCompressed(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(GZIP_MAGIC.length), 0, GZIP_MAGIC.length, 0)
    return bytesRead === GZIP_MAGIC.length && buffer.equals(GZIP_MAGIC)
  } finally {
    await file.close()
  }
}
