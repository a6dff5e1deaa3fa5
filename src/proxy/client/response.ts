import { Readable } from 'node:stream'
import type { ResponseHead } from './response-parser.js'

/** The response to a forwarded request. */
export class UpstreamResponse implements ResponseHead {
  readonly statusCode: number
  readonly rawHeaders: readonly string[]
  /** The whole body, if it arrived with the head. */
  readonly whole: Buffer | undefined
  #body: Readable | undefined

  constructor({ statusCode, rawHeaders }: ResponseHead, body: Buffer | Readable) {
    this.statusCode = statusCode
    this.rawHeaders = rawHeaders
    this.whole = body instanceof Readable ? undefined : body
    this.#body = body instanceof Readable ? body : undefined
  }

  /** It fails if the rest of the response does not arrive. Destroy it to abandon the rest. */
  get body(): Readable {
    this.#body ??= Readable.from(this.whole?.length ? [this.whole] : [], { objectMode: false })
    return this.#body
  }

  [Symbol.asyncIterator](): AsyncIterator<Buffer> {
    return this.body[Symbol.asyncIterator]()
  }

  /** The first value of a header. */
  header(name: string): string | undefined {
    return headerOf(this.rawHeaders, name)
  }

  /** Nobody reads the rest. */
  abandon(): void {
    this.#body?.destroy()
  }
}

/** The first value of a header; `name` in lower case. */
export function headerOf(rawHeaders: readonly string[], name: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === name) return rawHeaders[index + 1]
  }
  return undefined
}
