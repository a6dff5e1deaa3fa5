import type { ServerHttp2Stream } from 'node:http2'
import { Writable } from 'node:stream'

type Done = (error?: Error | null) => void

/** So much counts as taken at once. */
const PIECE_BYTES = 64 * 1024

/**
 * A long body on its way to a stream. The stream is given the body piece by piece, so that it can be seen how far its
 * client has come: bytes of a write count as taken only when the client has taken all of them.
 */
export class LongBody extends Writable {
  readonly #stream: ServerHttp2Stream
  /** How much of the chunk that is being written was given to the stream. */
  #given = 0

  constructor(stream: ServerHttp2Stream) {
    super({ decodeStrings: true })
    this.#stream = stream
    // It fails when its stream does, of whose end those hear who have to know.
    this.on('error', () => undefined)
    stream.once('close', () => this.destroy())
  }

  /** How much the stream was not given yet. */
  get waitingBytes(): number {
    return this.writableLength - this.#given
  }

  override _write(chunk: Buffer, _encoding: string, done: Done): void {
    if (chunk.length - this.#given <= PIECE_BYTES) {
      const rest = chunk.subarray(this.#given)
      this.#given = chunk.length
      this.#stream.write(rest, (error) => {
        this.#given = 0
        done(error)
      })
      return
    }
    const piece = chunk.subarray(this.#given, this.#given + PIECE_BYTES)
    this.#given += PIECE_BYTES
    this.#stream.write(piece, (error) => (error ? done(error) : this._write(chunk, _encoding, done)))
  }

  override _final(done: () => void): void {
    this.#stream.end(done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // A response that was broken off must not look complete.
    if (!this.writableFinished) abortStream(this.#stream)
    done(error)
  }
}

/**
 * Ends a stream at once and frees what it holds, whether its client reads or not. Without an error node would first end
 * the response, which would then look complete.
 */
export function abortStream(stream: ServerHttp2Stream): void {
  if (!stream.destroyed) stream.destroy(new Error('the answer was broken off'))
}
