/** Text as characters. JavaScript counts UTF-16 units, of which characters beyond the first 65,536 take two. */

const WIDE = /[\ud800-\udfff]/

/** Text that can be looked at by the number of a character. */
export interface Characters {
  readonly length: number
  /** The characters from one number to below another. */
  slice(from: number, to?: number): string
  /** The number of the first character of `part` at or behind a number, or -1. */
  indexOf(part: string, from: number): number
  /** The number of the first character of the last `part` that begins at or before a number, or -1. */
  lastIndexOf(part: string, from: number): number
}

export function characters(text: string): Characters {
  return WIDE.test(text) ? new WideCharacters(text) : text
}

class WideCharacters implements Characters {
  readonly #text: string
  /** Where each character begins, and where the text ends. */
  readonly #starts: readonly number[]

  constructor(text: string) {
    this.#text = text
    const starts: number[] = []
    for (let at = 0; at < text.length; at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1)
      starts.push(at)
    starts.push(text.length)
    this.#starts = starts
  }

  get length(): number {
    return this.#starts.length - 1
  }

  slice(from: number, to = this.length): string {
    return this.#text.slice(this.#starts[from], this.#starts[to])
  }

  indexOf(part: string, from: number): number {
    return this.#numberOf(this.#text.indexOf(part, this.#starts[from]))
  }

  lastIndexOf(part: string, from: number): number {
    return this.#numberOf(this.#text.lastIndexOf(part, this.#starts[from]))
  }

  #numberOf(place: number): number {
    return place < 0 ? -1 : this.#starts.indexOf(place)
  }
}
