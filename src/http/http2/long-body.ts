import type { ServerHttp2Stream } from 'node:http2'
import { Writable } from 'node:stream'
import { breakOff } from './break-off.js'

/** So much counts as taken at once. */
const PIECE_BYTES = 64 * 1024

/**
 * A long body on its way to a stream. The stream is given the body in pieces, so that it can be seen how far its client
 * has come: bytes of a write count as taken only when the client has taken all of them.
 */
export class LongBody extends Writable {
  readonly #stream: ServerHttp2Stream

  constructor(stream: ServerHttp2Stream) {
    super({ decodeStrings: true })
    this.#stream = stream
    writeSingly(stream)
    // It fails when its stream does, of whose end those hear who have to know.
    this.on('error', () => undefined)
    stream.once('close', () => this.destroy())
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    let at = 0
    for (; at + PIECE_BYTES < chunk.length; at += PIECE_BYTES) {
      this.#stream.write(chunk.subarray(at, at + PIECE_BYTES))
    }
    this.#stream.write(chunk.subarray(at), done)
  }

  override _final(done: () => void): void {
    this.#stream.end(done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // An answer that was broken off must not look complete.
    if (!this.writableFinished) breakOff(this.#stream)
    done(error)
  }
}

/** Has every write to a stream be a write of its own. Node would make one of all that waits. */
export function writeSingly(stream: ServerHttp2Stream): void {
  Object.assign(stream, { _writev: undefined })
}
