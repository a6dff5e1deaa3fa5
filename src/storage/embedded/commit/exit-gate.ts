/**
 * Keeps the process from exiting while the commit thread is inside a transaction.
 *
 * If Node ended the thread there, LMDB's binding would wait for a lock that the ended thread still holds, and the
 * process would never exit. So the thread passes this gate before and after each transaction. At exit the main thread
 * shuts it and waits for the current transaction (one commit to disk, usually under a millisecond).
 */
const IDLE = 0
const INSIDE = 1
const SHUT = 2

/** Longer than any commit on a working disk. One that hangs must not block the exit forever. */
const PATIENCE_MS = 10_000

export class ExitGate {
  readonly #state: Int32Array

  constructor(memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.#state = new Int32Array(memory)
  }

  get memory(): SharedArrayBuffer {
    return this.#state.buffer as SharedArrayBuffer
  }

  /** False when the process is about to exit: do not start a transaction. For the commit thread. */
  enter(): boolean {
    return Atomics.compareExchange(this.#state, 0, IDLE, INSIDE) === IDLE
  }

  /** For the commit thread. */
  leave(): void {
    Atomics.store(this.#state, 0, IDLE)
    Atomics.notify(this.#state, 0)
  }

  /** Blocks until the commit thread is outside, and keeps it outside. For the main thread. */
  readonly shut = (): void => {
    const deadline = performance.now() + PATIENCE_MS
    while (Atomics.compareExchange(this.#state, 0, IDLE, SHUT) === INSIDE) {
      const left = deadline - performance.now()
      if (left <= 0) return
      Atomics.wait(this.#state, 0, INSIDE, left)
    }
  }
}
