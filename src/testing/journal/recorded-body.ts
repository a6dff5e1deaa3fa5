import { constants, gunzipSync } from 'node:zlib'

/** How much of a body is kept. */
export const MAX_BODY_BYTES = 1024 * 1024

/** The first bytes of a body. */
export class RecordedBody {
  #chunks: Buffer[] = []
  /** The length of the whole body. */
  length = 0
  /** How many bytes are kept. */
  kept = 0

  /** Copies the bytes: their memory may be used again. */
  add(chunk: unknown): void {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    if (!(bytes instanceof Uint8Array) || bytes.length === 0) return
    this.length += bytes.length
    const room = MAX_BODY_BYTES - this.kept
    if (room <= 0) return
    const copy = Buffer.from(bytes.subarray(0, room))
    this.kept += copy.length
    this.#chunks.push(copy)
  }

  get isWhole(): boolean {
    return this.kept === this.length
  }

  bytes(): Buffer {
    const [first] = this.#chunks
    if (first === undefined) return Buffer.alloc(0)
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)]
    return this.#chunks[0] as Buffer
  }

  /** The decompressed bytes. */
  plain(isGzip: boolean): Buffer {
    // Only the beginning of a long body is there.
    return isGzip ? gunzipSync(this.bytes(), { finishFlush: constants.Z_SYNC_FLUSH }) : this.bytes()
  }

  /** JSON as a value, other text as a string, protobuf as bytes; undefined without a body. */
  value(contentType: string, isGzip: boolean): unknown {
    if (this.length === 0) return undefined
    const bytes = this.plain(isGzip)
    if (contentType.includes('protobuf')) return bytes
    const text = bytes.toString()
    if (!this.isWhole || !/^\s*[[{"]/.test(text)) return text
    try {
      return JSON.parse(text)
    } catch {
      return text
    }
  }
}
