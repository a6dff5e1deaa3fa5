/** Whole events, one after the other. */
export interface Batch {
  readonly bytes: Buffer
  readonly events: number
}

/** A character of a string takes at most so many bytes of UTF-8. */
const MAX_CHARACTER_BYTES = 3

/** Encodes events into batches. */
export class Batches {
  readonly #size: number
  readonly #full: Batch[] = []
  /** The batch that is not full yet, how much of it is used, and the events in it. */
  #open: Buffer
  #used = 0
  #events = 0

  /** `size` is that of a batch in bytes. An event that is larger is a batch of its own. */
  constructor(size: number) {
    this.#size = size
    this.#open = Buffer.allocUnsafeSlow(size)
  }

  get hasFull(): boolean {
    return this.#full.length > 0
  }

  get isEmpty(): boolean {
    return this.#events === 0 && this.#full.length === 0
  }

  /** Returns the size of the event in bytes. */
  add(line: string): number {
    const room = this.#open.length - this.#used
    // Most lines fit whatever they hold, and need not be measured.
    if (line.length * MAX_CHARACTER_BYTES > room) this.#makeRoom(room, Buffer.byteLength(line))
    const written = this.#open.write(line, this.#used)
    this.#used += written
    this.#events++
    return written
  }

  /** The oldest batch, full or not; undefined when there is none. */
  take(): Batch | undefined {
    if (this.#full.length === 0) this.#close()
    return this.#full.shift()
  }

  #makeRoom(room: number, needed: number): void {
    if (needed <= room) return
    this.#close()
    if (needed > this.#open.length) this.#open = Buffer.allocUnsafeSlow(needed)
  }

  #close(): void {
    if (this.#events === 0) return
    this.#full.push({ bytes: this.#open.subarray(0, this.#used), events: this.#events })
    this.#open = Buffer.allocUnsafeSlow(this.#size)
    this.#used = 0
    this.#events = 0
  }
}
