/** How many buffers that were written are kept for the next events. */
const MAX_SPARE = 4

/** Whole events, one after the other. */
export interface Batch {
  readonly bytes: Buffer
  readonly events: number
}

/** Puts events together to batches, each encoded once. */
export class Batches {
  readonly #size: number
  #full: Batch[] = []
  #open: Buffer
  #used = 0
  #events = 0
  readonly #spare: Buffer[] = []

  /** `size` is that of a batch in bytes; what is larger when it is added is a batch by itself. */
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

  /** `length` is how many bytes the events have: as many as there are characters where all of them are ASCII. */
  add(lines: string, length: number, events: number): void {
    if (length > this.#open.length - this.#used) this.#next(length)
    this.#open.write(lines, this.#used, length === lines.length ? 'latin1' : 'utf8')
    this.#used += length
    this.#events += events
  }

  addBytes(lines: Uint8Array, events: number): void {
    const { length } = lines
    if (length > this.#open.length - this.#used) this.#next(length)
    this.#open.set(lines, this.#used)
    this.#used += length
    this.#events += events
  }

  /** The oldest batch, full or not; undefined when there is none. */
  take(): Batch | undefined {
    if (this.#full.length === 0 && this.#events > 0) this.#next(0)
    return this.#full.shift()
  }

  /** A batch was written, and its memory can be used again. */
  giveBack({ bytes }: Batch): void {
    const { buffer, byteOffset } = bytes
    if (buffer.byteLength !== this.#size || this.#spare.length >= MAX_SPARE) return
    this.#spare.push(Buffer.from(buffer as ArrayBuffer, byteOffset, this.#size))
  }

  /** Ends the open batch and begins another, with room for so much. */
  #next(length: number): void {
    if (this.#events > 0) {
      this.#full.push({ bytes: this.#open.subarray(0, this.#used), events: this.#events })
      this.#open =
        (length <= this.#size && this.#spare.pop()) || Buffer.allocUnsafeSlow(Math.max(length, this.#size))
    } else if (length > this.#open.length) this.#open = Buffer.allocUnsafeSlow(length)
    this.#used = 0
    this.#events = 0
  }
}
