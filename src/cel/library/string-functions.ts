import { Failure } from '#cel/values/failure.js'

/** Strings as characters. JavaScript counts UTF-16 units, and characters beyond the first 65,536 take two. */

const WIDE = /[\ud800-\udfff]/

/** A string with random access by character. */
export interface Characters {
  readonly length: number
  /** The characters from `from` to before `to`. */
  slice(from: number, to?: number): string
  /** The index of the first `part` at or after `from`, or -1. */
  indexOf(part: string, from: number): number
  /** The index of the last `part` that starts at or before `from`, or -1. */
  lastIndexOf(part: string, from: number): number
}

export function characters(text: string): Characters {
  return WIDE.test(text) ? new WideCharacters(text) : text
}

class WideCharacters implements Characters {
  readonly #text: string
  /** The start of each character, and the end of the string. */
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

/** The longest string that functions make, in UTF-16 units; no message or value is nearly as long. */
const MAX_LENGTH = 8 * 1024 * 1024

/** Makes a string, unless it would be too long. */
export function bounded(length: number, make: () => string): string {
  if (length > MAX_LENGTH) throw new Failure('string too long')
  return make()
}

/** Replaces the first `limit` occurrences, or all. The empty string occurs before and after every character. */
export function replace(text: string, old: string, replacement: string, limit = -1n): string {
  const most = limit < 0n ? Number.POSITIVE_INFINITY : Number(limit)
  const pieces = old === '' ? ['', ...text, ''] : text.split(old)
  const count = Math.min(pieces.length - 1, most)
  return bounded(text.length + count * replacement.length, () => {
    const rest = pieces.slice(count).join(old)
    return count === 0 ? text : pieces.slice(0, count).join(replacement) + replacement + rest
  })
}

/** At most `limit` parts, the last of which is the rest; a negative limit means no limit. */
export function split(text: string, separator: string, limit = -1n): string[] {
  if (limit === 0n) return []
  const parts = separator === '' ? [...text] : text.split(separator)
  if (limit < 0n || BigInt(parts.length) <= limit) return parts
  const last = Number(limit) - 1
  return [...parts.slice(0, last), parts.slice(last).join(separator)]
}

const SPACE = new Set(
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000',
)

/** Trims Unicode white space. */
export function trim(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && SPACE.has(text[from] as string)) from++
  while (to > from && SPACE.has(text[to - 1] as string)) to--
  return text.slice(from, to)
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
}

/** Quoted, with escapes. */
export const quote = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be escaped
  `"${text.toWellFormed().replace(/[\u0007-\r\\"]/g, (character) => ESCAPES[character] ?? character)}"`
