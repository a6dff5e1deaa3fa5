import { createHash } from 'node:crypto'
import { JSON_TYPE } from '../codec/media-type.js'
import { yieldToEventLoop } from '../util/event-loop.js'

/** A document that does not change. It is made on first use, and mostly kept as it is sent. */
export class CachedDocument {
  readonly mediaType: string
  readonly #make: () => Buffer
  readonly #makeInSteps: (() => Promise<Buffer>) | undefined
  #preparation: Promise<void> | undefined
  #body: Buffer | undefined
  #digest: string | undefined
  #isKept = true

  /**
   * A document that is made whenever it is asked for, because there are many like it and few are: `digest` tells its state
   * without it.
   */
  static ofState(mediaType: string, digest: string, make: () => Buffer): CachedDocument {
    const document = new CachedDocument(mediaType, make)
    document.#digest = digest
    document.#isKept = false
    return document
  }

  /** `makeInSteps` makes the same, and yields to the event loop in between: for documents that take long. */
  constructor(mediaType: string, make: () => Buffer, makeInSteps?: () => Promise<Buffer>) {
    this.mediaType = mediaType
    this.#make = make
    this.#makeInSteps = makeInSteps
  }

  /** A document of something that is made first, and then encoded, each in a turn of the event loop of its own. */
  static ofTwoSteps<T>(mediaType: string, first: () => T, encode: (made: T) => Buffer): CachedDocument {
    return new CachedDocument(
      mediaType,
      () => encode(first()),
      async () => {
        const made = first()
        await yieldToEventLoop()
        return encode(made)
      },
    )
  }

  /** To be waited for before a document is sent. Undefined when there is nothing to wait for. */
  prepare(): Promise<void> | undefined {
    if (this.#body !== undefined || this.#makeInSteps === undefined) return undefined
    this.#preparation ??= this.#prepare(this.#makeInSteps)
    return this.#preparation
  }

  async #prepare(makeInSteps: () => Promise<Buffer>): Promise<void> {
    const body = await makeInSteps()
    await yieldToEventLoop()
    this.#body ??= body
  }

  get body(): Buffer {
    if (!this.#isKept) return this.#make()
    this.#body ??= this.#make()
    return this.#body
  }

  /** Distinguishes this state of the document from every other. */
  get digest(): string {
    this.#digest ??= createHash('sha512').update(this.body).digest('hex').toUpperCase()
    return this.#digest
  }
}

export function jsonDocument(make: () => object): CachedDocument {
  return new CachedDocument(JSON_TYPE, () => encodeJson(make()))
}

export const encodeJson = (value: object): Buffer => Buffer.from(JSON.stringify(value))
