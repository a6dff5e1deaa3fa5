import { type Duplex, Writable } from 'node:stream'

type Done = (error?: Error | null) => void

/** Writes the body of a request to a connection, at its pace. */
export class RequestBody extends Writable {
  readonly #socket: Duplex
  readonly #isChunked: boolean

  constructor(socket: Duplex, isChunked: boolean) {
    super()
    this.#socket = socket
    this.#isChunked = isChunked
    // The connection tells its errors itself.
    this.on('error', () => undefined)
  }

  override _write(part: Buffer, _encoding: string, done: Done): void {
    if (!this.#isChunked || part.length === 0) {
      this.#socket.write(part, done)
      return
    }
    this.#socket.cork()
    this.#socket.write(`${part.length.toString(16)}\r\n`, 'latin1')
    this.#socket.write(part)
    this.#socket.write('\r\n', 'latin1', done)
    this.#socket.uncork()
  }

  override _final(done: Done): void {
    if (this.#isChunked) this.#socket.write('0\r\n\r\n', 'latin1', done)
    else done()
  }
}
