import { constants, createDeflate, createInflate, type Deflate, type Inflate } from 'node:zlib'
import { DICTIONARY } from './dictionary.js'

/** Headers of a stream: values by lower-case names. */
export type StreamHeaders = ReadonlyMap<string, readonly string[]>

/** The largest block of headers, decompressed. */
const MAX_BLOCK = 16 * 1024
/** Separates the values of a name. */
const NUL = '\0'

/**
 * Compresses the headers of one direction of a connection, or decompresses them. Each block depends on those before it:
 * wait for one before the next.
 */
class Compression {
  readonly #zlib: Deflate | Inflate
  #output: Buffer[] = []
  #length = 0
  #settle: ((error?: Error) => void) | undefined

  constructor(zlib: Deflate | Inflate) {
    this.#zlib = zlib
    zlib.on('error', (error) => this.#settle?.(error))
    zlib.on('close', () => this.#settle?.(new Error('the connection was closed')))
    zlib.on('data', (chunk: Buffer) => {
      this.#length += chunk.length
      if (this.#length <= MAX_BLOCK) this.#output.push(chunk)
      else zlib.destroy(new Error('the headers of a stream are too large'))
    })
  }

  run(input: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#settle = (error) => {
        this.#settle = undefined
        const output = Buffer.concat(this.#output)
        this.#output = []
        this.#length = 0
        if (error === undefined) resolve(output)
        else reject(error)
      }
      if (this.#zlib.destroyed) return this.#settle(new Error('the connection was closed'))
      this.#zlib.write(input)
      // All output has been emitted when a flush is done.
      this.#zlib.flush(constants.Z_SYNC_FLUSH, () => this.#settle?.())
    })
  }

  close(): void {
    this.#zlib.destroy()
  }
}

export class HeaderEncoder {
  readonly #compression = new Compression(createDeflate({ dictionary: DICTIONARY }))

  encode(headers: StreamHeaders): Promise<Buffer> {
    const parts: Buffer[] = [uint32(headers.size)]
    for (const [name, values] of headers) {
      for (const text of [name.toLowerCase(), values.join(NUL)]) {
        const bytes = Buffer.from(text)
        parts.push(uint32(bytes.length), bytes)
      }
    }
    return this.#compression.run(Buffer.concat(parts))
  }

  close(): void {
    this.#compression.close()
  }
}

export class HeaderDecoder {
  readonly #compression = new Compression(createInflate({ dictionary: DICTIONARY }))

  /** Rejects if the block is not valid. */
  async decode(block: Buffer): Promise<StreamHeaders> {
    return parse(await this.#compression.run(block))
  }

  close(): void {
    this.#compression.close()
  }
}

function parse(block: Buffer): StreamHeaders {
  let offset = 0
  const number = () => {
    if (offset + 4 > block.length) throw incomplete()
    const value = block.readUInt32BE(offset)
    offset += 4
    return value
  }
  const text = () => {
    const end = number() + offset
    if (end > block.length) throw incomplete()
    const value = block.toString('utf8', offset, end)
    offset = end
    return value
  }
  const headers = new Map<string, readonly string[]>()
  for (let left = number(); left > 0; left--) {
    const name = text()
    headers.set(name.toLowerCase(), text().split(NUL))
  }
  return headers
}

const incomplete = () => new Error('the headers of a stream are incomplete')

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
