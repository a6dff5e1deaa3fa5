/** One or more whole events. */
export interface Batch {
  readonly bytes: Buffer
  readonly events: number
}

/** Maximum UTF-8 bytes per UTF-16 unit. */
const MAX_CHARACTER_BYTES = 3

/** Encodes events into batches. */
export class Batches {
  readonly #size: number
  readonly #full: Batch[] = []
  /** The open batch, its used bytes and its number of events. */
  #open: Buffer
  #used = 0
  #events = 0

  /** `size` is the size of a batch in bytes. A larger event gets its own batch. */
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

  /** Returns the size in bytes. */
  add(line: string): number {
    const room = this.#open.length - this.#used
    // Most lines fit in any encoding and need not be measured.
    if (line.length * MAX_CHARACTER_BYTES > room) this.#makeRoom(room, Buffer.byteLength(line))
    const written = this.#open.write(line, this.#used)
    this.#used += written
    this.#events++
    return written
  }

  /** The oldest batch, full or not; undefined if empty. */
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
