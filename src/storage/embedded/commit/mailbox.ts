/** The layout of the shared memory: wake-up count, length of the transaction, success count, bytes. */
const WAKE_UPS = 0
const LENGTH = 1
const SUCCESSES = 2
const HEADER_BYTES = 3 * Int32Array.BYTES_PER_ELEMENT
/** A batch of writes takes 20 to 40 KiB. Larger ones take so long that the cost of a message does not matter. */
const CAPACITY = 256 * 1024

/**
 * Passes transactions to the commit thread in shared memory; the thread sleeps until it is woken. A message of that
 * size takes four times as long, most of it on the main thread.
 */
export class Mailbox {
  readonly #words: Int32Array
  readonly #bytes: Uint8Array
  #wakeUpsSeen = 0
  #successesSeen = 0

  constructor(memory = new SharedArrayBuffer(HEADER_BYTES + CAPACITY)) {
    this.#words = new Int32Array(memory, 0, HEADER_BYTES / Int32Array.BYTES_PER_ELEMENT)
    this.#bytes = new Uint8Array(memory, HEADER_BYTES)
  }

  get memory(): SharedArrayBuffer {
    return this.#words.buffer as SharedArrayBuffer
  }

  /** False when there is no room. The last transaction must have been taken. For the main thread. */
  put(packed: Uint8Array): boolean {
    if (packed.length > this.#bytes.length) return false
    this.#bytes.set(packed)
    Atomics.store(this.#words, LENGTH, packed.length)
    return true
  }

  /** Call when a transaction is here or at the thread's port. For the main thread. */
  wake(): void {
    Atomics.add(this.#words, WAKE_UPS, 1)
    Atomics.notify(this.#words, WAKE_UPS)
  }

  /** Blocks until the next wake-up, or the timeout. For the commit thread. */
  sleep(milliseconds?: number): void {
    Atomics.wait(this.#words, WAKE_UPS, this.#wakeUpsSeen, milliseconds)
    this.#wakeUpsSeen = Atomics.load(this.#words, WAKE_UPS)
  }

  /** A copy of the transaction, undefined when there is none. For the commit thread. */
  take(): Uint8Array<ArrayBuffer> | undefined {
    const length = Atomics.exchange(this.#words, LENGTH, 0)
    return length === 0 ? undefined : new Uint8Array(this.#bytes.subarray(0, length))
  }

  /** For the commit thread, before it posts the response. */
  reportSuccess(): void {
    Atomics.add(this.#words, SUCCESSES, 1)
  }

  /**
   * Whether another request has succeeded since the last call. The main thread may ask at any time; the message
   * arrives in the next event loop turn.
   */
  hasSucceeded(): boolean {
    const successes = Atomics.load(this.#words, SUCCESSES)
    if (successes === this.#successesSeen) return false
    this.#successesSeen = successes
    return true
  }
}
