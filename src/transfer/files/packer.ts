import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { SealWriter } from '#transfer/sealing/seal-writer.js'
import type { Sealer } from '#transfer/sealing/wrapped-key.js'

const compressed = promisify(gzip)
const NOTHING = Buffer.alloc(0)

export interface PackOptions {
  readonly compress: boolean
  /** For whom the bytes are encrypted; for nobody by default. */
  readonly sealer?: Sealer | undefined
}

/** Compresses and encrypts blocks of bytes. Each block is a gzip member of its own, which every reader concatenates. */
export class Packer {
  readonly #compress: boolean
  readonly #seal: SealWriter | undefined

  static async start({ compress, sealer }: PackOptions): Promise<Packer> {
    return new Packer(compress, sealer && (await SealWriter.start(sealer)))
  }

  private constructor(compress: boolean, seal: SealWriter | undefined) {
    this.#compress = compress
    this.#seal = seal
  }

  /** The first bytes. */
  get header(): Buffer {
    return this.#seal?.header ?? NOTHING
  }

  async pack(bytes: Buffer): Promise<Buffer> {
    const packed = this.#compress ? await compressed(bytes) : bytes
    return this.#seal === undefined ? packed : this.#seal.seal(packed)
  }

  /** The last bytes. */
  end(): Buffer {
    return this.#seal?.end() ?? NOTHING
  }
}
