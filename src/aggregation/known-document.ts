import type { Clock } from '#util/clock.js'

/** Clients that ask for all documents one after the other get them from one moment. */
const FRESH_MS = 10_000

/** A document of another server, read again after some seconds, also after a failure. Concurrent readers share one request. */
export class KnownDocument<T> {
  readonly #read: () => Promise<Buffer>
  readonly #parse: (bytes: Buffer) => T
  readonly #clock: Clock
  #bytes: Buffer | undefined
  #value: T | undefined
  #readAt = Number.NEGATIVE_INFINITY
  /** The error of the last attempt; undefined after a success. */
  #failure: Error | undefined
  #reading: Promise<T> | undefined

  constructor(read: () => Promise<Buffer>, parse: (bytes: Buffer) => T, clock: Clock) {
    this.#read = read
    this.#parse = parse
    this.#clock = clock
  }

  /** The last known value; undefined before the first. */
  get last(): T | undefined {
    return this.#value
  }

  /** The same object while the document is the same. Rejects if it cannot be read. */
  async get(): Promise<T> {
    if (this.#clock.now() - this.#readAt < FRESH_MS) {
      if (this.#failure !== undefined) throw this.#failure
      if (this.#value !== undefined) return this.#value
    }
    this.#reading ??= this.#refresh().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #refresh(): Promise<T> {
    try {
      const bytes = await this.#read()
      if (this.#value === undefined || this.#bytes?.equals(bytes) !== true) {
        this.#value = this.#parse(bytes)
        this.#bytes = bytes
      }
      this.#failure = undefined
      return this.#value
    } catch (error) {
      this.#failure = error as Error
      throw error
    } finally {
      this.#readAt = this.#clock.now()
    }
  }
}
