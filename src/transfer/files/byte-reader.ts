const LINE_BREAK = 0x0a
const NOTHING = Buffer.alloc(0)

/** Reads lines and byte ranges from a stream of chunks, and buffers no more than needed. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #held: Buffer = NOTHING
  #position = 0
  #ended = false

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** The number of bytes read. */
  get position(): number {
    return this.#position
  }

  async isAtEnd(): Promise<boolean> {
    return !(await this.#hold(1))
  }

  /** The next line without its line break; undefined when no line ends within `limit` bytes. */
  async line(limit: number): Promise<Buffer | undefined> {
    for (let searched = 0; ; ) {
      const end = this.#held.indexOf(LINE_BREAK, searched)
      if (end > limit) return undefined
      if (end >= 0) return this.#take(end + 1).subarray(0, end)
      searched = this.#held.length
      if (searched > limit || !(await this.#hold(searched + 1))) return undefined
    }
  }

  /** The next bytes; undefined when fewer are left. */
  async bytes(length: number): Promise<Buffer | undefined> {
    return (await this.#hold(length)) ? this.#take(length) : undefined
  }

  /** Ends the stream early. */
  async close(): Promise<void> {
    await this.#chunks.return?.()
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length)
    this.#held = this.#held.subarray(length)
    this.#position += length
    return taken
  }

  /** Buffers at least so many bytes, unless the stream ends before. */
  async #hold(length: number): Promise<boolean> {
    if (this.#held.length >= length) return true
    const chunks: Buffer[] = [this.#held]
    let total = this.#held.length
    while (total < length && !this.#ended) {
      const { done, value } = await this.#chunks.next()
      if (done === true) this.#ended = true
      else {
        chunks.push(value)
        total += value.length
      }
    }
    this.#held = Buffer.concat(chunks)
    return total >= length
  }
}
