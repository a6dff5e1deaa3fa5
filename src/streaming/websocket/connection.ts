import type { Duplex } from 'node:stream'
import { FrameReader, frameHead, OPCODE, type Piece, ProtocolError } from './frame-reader.js'

/** Reasons of a close. */
export const CLOSE = { normal: 1000, protocolError: 1002 } as const

/** How long the other side may take to confirm a close. */
const CLOSE_MS = 2_000

/** The server's end of a WebSocket. */
export class WebSocketConnection {
  readonly #socket: Duplex
  #isClosing = false

  constructor(socket: Duplex) {
    this.#socket = socket
    socket.on('error', () => undefined)
  }

  get isOpen(): boolean {
    return !this.#isClosing && !this.#socket.destroyed
  }

  /**
   * Passes the messages in pieces until the connection ends, and waits for each to be taken. Answers pings. Resolves
   * when the connection is closed.
   */
  async receive(take: (piece: Piece) => Promise<void> | void): Promise<void> {
    const reader = new FrameReader()
    try {
      for await (const chunk of this.#socket.iterator({ destroyOnReturn: false })) {
        for (const piece of reader.read(chunk as Buffer)) {
          if (piece.opcode === OPCODE.ping) this.#send(OPCODE.pong, piece.data)
          else if (piece.opcode === OPCODE.close) return this.#onClose(piece.data)
          else if (piece.opcode !== OPCODE.pong && !this.#isClosing) await take(piece)
        }
      }
    } catch (error) {
      if (error instanceof ProtocolError) this.close(CLOSE.protocolError, error.message)
      else this.#socket.destroy()
    } finally {
      this.#socket.end()
      // The end of the other side is seen only by reading.
      this.#socket.resume()
    }
  }

  /** Sends a message. Resolves when the connection takes more. */
  send(data: Buffer, opcode: number = OPCODE.binary): Promise<void> {
    return new Promise((resolve) => {
      if (this.isOpen) this.#send(opcode, data, () => resolve())
      else resolve()
    })
  }

  /** Sends a close, and ends the connection when the other side has confirmed it. */
  close(code: number = CLOSE.normal, reason = ''): void {
    if (!this.isOpen) return
    const data = Buffer.alloc(2 + Buffer.byteLength(reason))
    data.writeUInt16BE(code, 0)
    data.write(reason, 2)
    // The time begins when a slow client has everything.
    this.#send(OPCODE.close, data, () => {
      const timer = setTimeout(() => this.#socket.destroy(), CLOSE_MS)
      this.#socket.once('close', () => clearTimeout(timer))
    })
    this.#isClosing = true
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #onClose(data: Buffer): void {
    if (this.isOpen) this.#send(OPCODE.close, data.subarray(0, 2))
    this.#isClosing = true
  }

  #send(opcode: number, data: Buffer, done?: () => void): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) {
      done?.()
      return
    }
    this.#socket.cork()
    this.#socket.write(frameHead(opcode, data.length))
    this.#socket.write(data, done)
    this.#socket.uncork()
  }
}
