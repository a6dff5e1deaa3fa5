import type { Writable } from 'node:stream'

/** Maximum bytes written to streams in one turn: about ten milliseconds of kernel time. */
const TURN_BYTES = 8 * 1024 * 1024

/**
 * Spreads writes to streams over turns of the event loop. Sending an event of a megabyte to a hundred watchers at
 * once would block the server while the kernel copies a hundred megabytes. Bytes beyond the limit of a turn wait in
 * their socket, in order.
 */
export class WritePacer {
  readonly #turnBytes: number
  /** Corked sockets, and the minimum bytes that they count for. */
  readonly #held = new Map<Writable, number>()
  #written = 0
  #isScheduled = false

  constructor(turnBytes = TURN_BYTES) {
    this.#turnBytes = turnBytes
  }

  /** Call this before a write of so many bytes, or of equivalent cost. */
  beforeWrite(socket: Writable, bytes: number): void {
    // Bytes behind others in the queue cost nothing now.
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
