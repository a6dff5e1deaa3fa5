import { createHash } from 'node:crypto'
import { JSON_TYPE } from '#codec/media-type.js'
import { yieldToEventLoop } from '#util/event-loop.js'
import type { Piece } from '#util/packed-bytes.js'

/** A document that does not change. A new state of it is another document. */
export interface ServedDocument {
  readonly mediaType: string
  /** To be waited for before `digest` is read. Undefined when there is nothing to wait for. */
  prepareDigest(): Promise<void> | undefined
  /** To be waited for before `content` is read. Undefined when there is nothing to wait for. */
  prepare(): Promise<void> | undefined
  /** Distinguishes this state of the document from every other. */
  readonly digest: string
  /** All of it, in one piece or in many. */
  readonly content: Buffer | readonly Piece[]
}

/** A document that is made on first use, and kept as it is sent. */
export class CachedDocument implements ServedDocument {
  readonly mediaType: string
  readonly #make: () => Buffer
  readonly #makeInSteps: (() => Promise<Buffer>) | undefined
  #preparation: Promise<void> | undefined
  #body: Buffer | undefined
  #digest: string | undefined

  /** `makeInSteps` makes the same, and yields to the event loop in between: for documents that take long. */
  constructor(mediaType: string, make: () => Buffer, makeInSteps?: () => Promise<Buffer>) {
    this.mediaType = mediaType
    this.#make = make
    this.#makeInSteps = makeInSteps
  }

  prepareDigest(): Promise<void> | undefined {
    return this.prepare()
  }

  prepare(): Promise<void> | undefined {
    if (this.#body !== undefined || this.#makeInSteps === undefined) return undefined
    this.#preparation ??= this.#prepare(this.#makeInSteps).finally(() => {
      this.#preparation = undefined
    })
    return this.#preparation
  }

  async #prepare(makeInSteps: () => Promise<Buffer>): Promise<void> {
    const body = await makeInSteps()
    await yieldToEventLoop()
    this.#body ??= body
  }

  get content(): Buffer {
    this.#body ??= this.#make()
    return this.#body
  }

  get digest(): string {
    this.#digest ??= createHash('sha512').update(this.content).digest('hex').toUpperCase()
    return this.#digest
  }
}

export function jsonDocument(make: () => object): CachedDocument {
  return new CachedDocument(JSON_TYPE, () => encodeJson(make()))
}

export const encodeJson = (value: object): Buffer => Buffer.from(JSON.stringify(value))
