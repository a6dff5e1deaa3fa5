import type { Writable } from 'node:stream'

/** How many bytes go to streams in one turn of the event loop: what the kernel takes about ten milliseconds for. */
const TURN_BYTES = 8 * 1024 * 1024

/**
 * Spreads what is written to streams over turns of the event loop. An event is sent to all its watchers at once, and
 * one of a megabyte to a hundred of them would stop the server for as long as the kernel needs to copy a hundred
 * megabytes. What is beyond the bytes of a turn waits in its socket, in order, until the next one.
 */
export class WritePacer {
  readonly #turnBytes: number
  /** Sockets that wait for a later turn, and what they count for at least. */
  readonly #held = new Map<Writable, number>()
  #written = 0
  #isScheduled = false

  constructor(turnBytes = TURN_BYTES) {
    this.#turnBytes = turnBytes
  }

  /** To be called before so many bytes are written to a socket, or what costs as much as they do. */
  beforeWrite(socket: Writable, bytes: number): void {
    // What is behind others in the socket costs nothing now.
    if (socket.writableLength > 0) return
    if (!this.#isScheduled) this.#schedule()
    if (this.#written < this.#turnBytes) {
      this.#written += bytes
      return
    }
    this.#held.set(socket, bytes)
    socket.cork()
  }

  #schedule(): void {
    this.#isScheduled = true
    setImmediate(this.#nextTurn)
  }

  readonly #nextTurn = () => {
    this.#isScheduled = false
    this.#written = 0
    for (const [socket, bytes] of this.#held) {
      if (this.#written >= this.#turnBytes) break
      this.#held.delete(socket)
      this.#written += Math.max(socket.writableLength, bytes)
      socket.uncork()
    }
    if (this.#written > 0) this.#schedule()
  }
}
