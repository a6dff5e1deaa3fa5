import { createCipheriv, randomBytes } from 'node:crypto'
import {
  CIPHER,
  chunkNonce,
  LENGTH_BYTES,
  MAX_CHUNK_BYTES,
  payloadKey,
  sealedHeaderLine,
  TAG_BYTES,
} from './sealed-format.js'
import { type Sealer, wrapKey } from './wrapped-key.js'

/** Encrypts a stream of bytes. The bytes of each call can be read back once they are on disk, also without the end. */
export class SealWriter {
  /** The first bytes of the file. */
  readonly header: Buffer
  readonly #key: Buffer
  #chunks = 0

  private constructor(header: Buffer, key: Buffer) {
    this.header = header
    this.#key = key
  }

  static async start(sealer: Sealer): Promise<SealWriter> {
    const fileKey = randomBytes(32)
    const header = sealedHeaderLine(await wrapKey(fileKey, sealer))
    return new SealWriter(header, payloadKey(fileKey, header))
  }

  seal(bytes: Buffer): Buffer {
    const parts: Buffer[] = []
    for (let start = 0; start < bytes.length; start += MAX_CHUNK_BYTES) {
      parts.push(this.#chunk(bytes.subarray(start, start + MAX_CHUNK_BYTES), false))
    }
    return Buffer.concat(parts)
  }

  /** The last bytes of the file. */
  end(): Buffer {
    return this.#chunk(Buffer.alloc(0), true)
  }

  #chunk(bytes: Buffer, isLast: boolean): Buffer {
    const cipher = createCipheriv(CIPHER, this.#key, chunkNonce(this.#chunks++, isLast))
    const length = Buffer.alloc(LENGTH_BYTES)
    length.writeUInt32BE(bytes.length + TAG_BYTES)
    return Buffer.concat([length, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}
