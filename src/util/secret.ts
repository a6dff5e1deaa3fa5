import { timingSafeEqual } from 'node:crypto'

/** From this length on it pays to leave the comparison to code that is not JavaScript. */
const LONG = 100

/** A text that others are compared with, in a time that depends on their lengths alone. */
export class Secret {
  readonly #text: string
  readonly #bytes: Buffer | undefined

  constructor(text: string) {
    this.#text = text
    this.#bytes = text.length < LONG ? undefined : Buffer.from(text, 'latin1')
  }

  is(text: string): boolean {
    const own = this.#text
    if (text.length !== own.length) return false
    // Characters beyond a byte are cut off in bytes; texts that are the same up to that may be compared in any way.
    if (this.#bytes) return timingSafeEqual(this.#bytes, Buffer.from(text, 'latin1')) && text === own
    let difference = 0
    for (let index = 0; index < own.length; index++) {
      difference |= own.charCodeAt(index) ^ text.charCodeAt(index)
    }
    return difference === 0
  }
}
