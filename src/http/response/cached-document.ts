import { createHash } from 'node:crypto'
import { JSON_TYPE } from '#codec/media-type.js'
import type { Piece } from '#util/bytes/packed-bytes.js'
import { yieldToEventLoop } from '#util/event-loop.js'

/** An immutable document. A new state is a new document. */
export interface ServedDocument {
  readonly mediaType: string
  /** Await it before reading `digest`. Undefined if there is nothing to await. */
  prepareDigest(): Promise<void> | undefined
  /** Await it before reading `content`. Undefined if there is nothing to await. */
  prepare(): Promise<void> | undefined
  /** The digest of the content. */
  readonly digest: string
  /** The content, in one or many pieces. */
  readonly content: Buffer | readonly Piece[]
}

/** A document that is made on first use and then cached. */
export class CachedDocument implements ServedDocument {
  readonly mediaType: string
  readonly #make: () => Buffer
  readonly #makeInSteps: (() => Promise<Buffer>) | undefined
  #preparation: Promise<void> | undefined
  #body: Buffer | undefined
  #digest: string | undefined

  /** `makeInSteps` makes the same document and yields to the event loop: for large documents. */
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
