/** The memory: how often the thread was woken, how many bytes lie here, how many requests succeeded, the bytes. */
const WAKE_UPS = 0
const LENGTH = 1
const SUCCESSES = 2
const HEADER_BYTES = 3 * Int32Array.BYTES_PER_ELEMENT
/** A batch of writes takes 20 to 40 KiB. What is larger, as after a rush, takes so long that a message does not count. */
const CAPACITY = 256 * 1024

/**
 * Where the main thread lays a transaction for the commit thread, which sleeps until it is woken. A message that carries
 * as much takes four times as long on the way, most of that on the main thread.
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

  /** False when there is no room. What lay here has to be taken already. For the main thread. */
  put(packed: Uint8Array): boolean {
    if (packed.length > this.#bytes.length) return false
    this.#bytes.set(packed)
    Atomics.store(this.#words, LENGTH, packed.length)
    return true
  }

  /** To be called when something lies here, or at the port of the thread. For the main thread. */
  wake(): void {
    Atomics.add(this.#words, WAKE_UPS, 1)
    Atomics.notify(this.#words, WAKE_UPS)
  }

  /** Blocks until the thread was woken since the last time, at most as long as given. For the commit thread. */
  sleep(milliseconds?: number): void {
    Atomics.wait(this.#words, WAKE_UPS, this.#wakeUpsSeen, milliseconds)
    this.#wakeUpsSeen = Atomics.load(this.#words, WAKE_UPS)
  }

  /** A copy of what lies here, undefined when nothing does. For the commit thread. */
  take(): Uint8Array<ArrayBuffer> | undefined {
    const length = Atomics.exchange(this.#words, LENGTH, 0)
    return length === 0 ? undefined : new Uint8Array(this.#bytes.subarray(0, length))
  }

  /** For the commit thread, before it posts the answer. */
  reportSuccess(): void {
    Atomics.add(this.#words, SUCCESSES, 1)
  }

  /**
   * Whether another request has succeeded since the last time. The main thread may ask at any moment; the message that
   * says the same arrives in the next turn of its event loop.
   */
  hasSucceeded(): boolean {
    const successes = Atomics.load(this.#words, SUCCESSES)
    if (successes === this.#successesSeen) return false
    this.#successesSeen = successes
    return true
  }
}
