import type { Socket } from 'node:net'

/** How many bytes go to streams in one turn of the event loop: what the kernel takes about ten milliseconds for. */
const TURN_BYTES = 8 * 1024 * 1024

/**
 * Spreads what is written to streams over turns of the event loop. An event is sent to all its watchers at once, and
 * one of a megabyte to a hundred of them would stop the server for as long as the kernel needs to copy a hundred
 * megabytes. What is beyond the bytes of a turn waits in its socket, in order, until the next one.
 */
export class WritePacer {
  readonly #turnBytes: number
  /** Sockets that wait for a later turn. */
  readonly #held = new Set<Socket>()
  #written = 0
  #isScheduled = false

  constructor(turnBytes = TURN_BYTES) {
    this.#turnBytes = turnBytes
  }

  /** To be called before so many bytes are written to a socket. */
  beforeWrite(socket: Socket, bytes: number): void {
    // What is behind others in the socket costs nothing now.
    if (socket.writableLength > 0) return
    if (!this.#isScheduled) this.#schedule()
    if (this.#written < this.#turnBytes) {
      this.#written += bytes
      return
    }
    this.#held.add(socket)
    socket.cork()
  }

  #schedule(): void {
    this.#isScheduled = true
    setImmediate(this.#nextTurn)
  }

  readonly #nextTurn = () => {
    this.#isScheduled = false
    this.#written = 0
    for (const socket of this.#held) {
      if (this.#written >= this.#turnBytes) break
      this.#held.delete(socket)
      this.#written += socket.writableLength
      socket.uncork()
    }
    if (this.#written > 0) this.#schedule()
  }
}
