import type { Socket } from 'node:net'
import { Writable } from 'node:stream'

const LINE_END = '\r\n'
const LAST_CHUNK = '0\r\n\r\n'

type Done = (error?: Error | null) => void

/** Writes a streamed body to a socket. The head leaves with the first chunk, or before. */
export class ResponseBody extends Writable {
  readonly #socket: Socket
  readonly #isChunked: boolean
  #head: string

  constructor(socket: Socket, head: string, isChunked: boolean) {
    super({ highWaterMark: socket.writableHighWaterMark })
    this.#socket = socket
    this.#head = head
    this.#isChunked = isChunked
    // Errors come with the `close` of the socket.
    this.on('error', () => undefined)
  }

  sendHead(): void {
    if (this.#head !== '') this.#socket.write(this.#head, 'latin1')
    this.#head = ''
  }

  override _write(chunk: Buffer, _encoding: string, done: Done): void {
    this.#send(() => this.#writePart(chunk, settled(done)))
  }

  override _writev(chunks: readonly { chunk: Buffer }[], done: Done): void {
    this.#send(() => {
      const last = chunks.length - 1
      for (const [index, { chunk }] of chunks.entries()) {
        this.#writePart(chunk, index === last ? settled(done) : undefined)
      }
    })
  }

  override _final(done: Done): void {
    if (this.#isChunked) this.#send(() => this.#socket.write(LAST_CHUNK, 'latin1', settled(done)))
    else {
      this.sendHead()
      done()
    }
  }

  /** Joins the head and the first chunk in one write. */
  #send(write: () => void): void {
    this.#socket.cork()
    this.sendHead()
    write()
    this.#socket.uncork()
  }

  #writePart(part: Buffer, done: (() => void) | undefined): void {
    if (!this.#isChunked) {
      this.#socket.write(part, done)
    } else if (part.length === 0) {
      // An empty chunk would end the body.
      this.#socket.write('', 'latin1', done)
    } else {
      this.#socket.write(part.length.toString(16) + LINE_END, 'latin1')
      this.#socket.write(part)
      this.#socket.write(LINE_END, 'latin1', done)
    }
  }
}

/** Socket errors are reported by its `close` event. */
const settled = (done: Done) => () => done()
