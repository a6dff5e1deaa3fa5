import { Readable } from 'node:stream'

/** Where a body comes from, until it is complete. */
export interface BodySource {
  pause(): void
  resume(): void
  /** Nobody reads the rest. */
  close(): void
}

/** The body of a response that arrives in pieces, at the pace of its reader. */
export class ResponseBody extends Readable {
  #source: BodySource | undefined

  constructor(source: BodySource) {
    super()
    this.#source = source
  }

  add(bytes: Buffer): void {
    if (!this.push(bytes)) this.#source?.pause()
  }

  complete(): void {
    this.#source = undefined
    this.push(null)
  }

  override _read(): void {
    this.#source?.resume()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#source?.close()
    this.#source = undefined
    done(error)
  }
}
