import type { ServerHttp2Stream } from 'node:http2'
import { Writable } from 'node:stream'

type Done = (error?: Error | null) => void

/** The granularity of progress. */
const PIECE_BYTES = 64 * 1024

/**
 * Writes a long body to a stream chunk by chunk. A write counts as sent only as a whole, so smaller writes show the
 * client's progress.
 */
export class LongBody extends Writable {
  readonly #stream: ServerHttp2Stream
  /** Bytes of the current chunk that were written to the stream. */
  #given = 0
  /** All bytes that were written to the stream. */
  #passed = 0

  constructor(stream: ServerHttp2Stream) {
    super({ decodeStrings: true })
    this.#stream = stream
    // Errors come with the `close` of the stream.
    this.on('error', () => undefined)
    stream.once('close', () => this.destroy())
  }

  /** Bytes that are not written to the stream yet. */
  get waitingBytes(): number {
    return this.writableLength - this.#given
  }

  get passedBytes(): number {
    return this.#passed
  }

  override _write(chunk: Buffer, _encoding: string, done: Done): void {
    if (chunk.length - this.#given <= PIECE_BYTES) {
      const rest = chunk.subarray(this.#given)
      this.#given = chunk.length
      this.#passed += rest.length
      this.#stream.write(rest, (error) => {
        this.#given = 0
        done(error)
      })
      return
    }
    const piece = chunk.subarray(this.#given, this.#given + PIECE_BYTES)
    this.#given += PIECE_BYTES
    this.#passed += PIECE_BYTES
    this.#stream.write(piece, (error) => (error ? done(error) : this._write(chunk, _encoding, done)))
  }

  override _final(done: () => void): void {
    this.#stream.end(done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // An aborted response must not look complete.
    if (!this.writableFinished) abortStream(this.#stream)
    done(error)
  }
}

/**
 * Aborts a stream at once and frees its memory. Without an error node would end the response, which would look
 * complete.
 */
export function abortStream(stream: ServerHttp2Stream): void {
  if (!stream.destroyed) stream.destroy(new Error('the response was aborted'))
}
