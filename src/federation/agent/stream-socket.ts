import { constants, type Http2Stream } from 'node:http2'
import { Duplex } from 'node:stream'

type Done = (error?: Error | null) => void

/**
 * An HTTP/2 stream as a socket for node's HTTP client and server. Both write strings, which an `Http2Stream` must not
 * get: node frees their memory before it sends them. Here they become buffers.
 */
export class StreamSocket extends Duplex {
  readonly #stream: Http2Stream

  constructor(stream: Http2Stream) {
    super({ decodeStrings: true })
    this.#stream = stream
    stream.on('data', (chunk: Buffer) => {
      if (!this.push(chunk)) stream.pause()
    })
    stream.on('end', () => {
      // Node also ends a stream that was cancelled, or whose session is lost.
      const isLost = stream.rstCode !== constants.NGHTTP2_NO_ERROR || stream.session?.destroyed !== false
      if (stream.aborted && isLost) this.destroy()
      else this.push(null)
    })
    stream.on('error', (error) => this.destroy(error))
    stream.on('close', () => this.destroy())
  }

  override _read(): void {
    this.#stream.resume()
  }

  override _write(chunk: Buffer, _encoding: string, done: Done): void {
    this.#stream.write(chunk, done)
  }

  override _final(done: Done): void {
    this.#stream.end(() => done())
  }

  override _destroy(error: Error | null, done: Done): void {
    const stream = this.#stream
    if (stream.closed || (this.readableEnded && this.writableFinished)) stream.destroy()
    else if (this.writableFinished) stream.close(constants.NGHTTP2_NO_ERROR)
    // Without an error node would end the stream, and what was sent would look complete.
    else stream.destroy(error ?? new Error('the connection was aborted'))
    done(error)
  }

  /** The methods of a socket that node's HTTP client calls. */
  setKeepAlive(): this {
    return this
  }

  setNoDelay(): this {
    return this
  }

  setTimeout(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}
