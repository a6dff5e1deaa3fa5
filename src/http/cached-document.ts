import { createHash } from 'node:crypto'
import { JSON_TYPE } from '../codec/media-type.js'

/** A document that never changes while the server runs. It is made on first use, and kept as it is sent. */
export class CachedDocument {
  readonly mediaType: string
  readonly #make: () => Buffer
  #body: Buffer | undefined
  #digest: string | undefined

  constructor(mediaType: string, make: () => Buffer) {
    this.mediaType = mediaType
    this.#make = make
  }

  get body(): Buffer {
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
  return new CachedDocument(JSON_TYPE, () => Buffer.from(JSON.stringify(make())))
}
