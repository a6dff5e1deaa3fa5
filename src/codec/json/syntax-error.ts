/** Where and why a text is not JSON. The messages are those of Go's encoding/json. */
export interface JsonSyntaxError {
  readonly offset: number
  readonly message: string
}

/** Where the text may stand before the next token. The values complete the message about a wrong character. */
const BEFORE = {
  value: 'looking for beginning of value',
  firstItem: 'looking for beginning of value',
  key: 'looking for beginning of object key string',
  firstKey: 'looking for beginning of object key string',
  colon: 'after object key',
  nextKey: 'after object key:value pair',
  nextItem: 'after array element',
  end: 'after top-level value',
} as const
type State = keyof typeof BEFORE

const CLOSING: Readonly<Partial<Record<State, string>>> = {
  firstItem: ']',
  nextItem: ']',
  firstKey: '}',
  nextKey: '}',
}

const LITERALS: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' }
const DIGIT = /[0-9]/
const HEX_DIGIT = /[0-9a-fA-F]/
const SIMPLE_ESCAPES: ReadonlySet<string> = new Set('"\\/bfnrt')

/**
 * Finds the first fault of a text that the JSON parser rejected; undefined when there is none to be found.
 * It walks without calling itself, so that no nesting is too deep for it.
 */
export function findJsonSyntaxError(text: string): JsonSyntaxError | undefined {
  return new Scanner(text).scan()
}

class Scanner {
  readonly #text: string
  readonly #open: ('{' | '[')[] = []
  #offset = 0
  #state: State = 'value'

  constructor(text: string) {
    this.#text = text
  }

  scan(): JsonSyntaxError | undefined {
    for (;;) {
      this.#skipSpace()
      const found = this.#text[this.#offset]
      if (found === undefined) return this.#state === 'end' ? undefined : this.#unexpectedEnd()
      const error = this.#take(found)
      if (error !== undefined) return error
    }
  }

  #take(found: string): JsonSyntaxError | undefined {
    if (found === CLOSING[this.#state]) {
      this.#open.pop()
      this.#offset++
      this.#afterValue()
      return undefined
    }
    switch (this.#state) {
      case 'value':
      case 'firstItem':
        return this.#takeValue(found)
      case 'key':
      case 'firstKey':
        if (found !== '"') break
        this.#state = 'colon'
        return this.#takeString()
      case 'colon':
        return found === ':' ? this.#pass('value') : this.#unexpected(BEFORE.colon)
      case 'nextKey':
      case 'nextItem':
        if (found !== ',') break
        return this.#pass(this.#state === 'nextKey' ? 'key' : 'value')
    }
    return this.#unexpected(BEFORE[this.#state])
  }

  #pass(next: State): undefined {
    this.#offset++
    this.#state = next
  }

  #takeValue(found: string): JsonSyntaxError | undefined {
    if (found === '{' || found === '[') {
      this.#open.push(found)
      return this.#pass(found === '{' ? 'firstKey' : 'firstItem')
    }
    const literal = LITERALS[found]
    const isNumber = found === '-' || DIGIT.test(found)
    if (found !== '"' && literal === undefined && !isNumber) return this.#unexpected(BEFORE.value)
    this.#afterValue()
    if (literal !== undefined) return this.#takeLiteral(literal)
    return isNumber ? this.#takeNumber() : this.#takeString()
  }

  #afterValue(): void {
    const innermost = this.#open.at(-1)
    this.#state = innermost === undefined ? 'end' : innermost === '{' ? 'nextKey' : 'nextItem'
  }

  /** A body may be nothing but space, for which a regular expression takes long. */
  #skipSpace(): void {
    for (; ; this.#offset++) {
      const code = this.#text.charCodeAt(this.#offset)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
    }
  }

  #takeLiteral(literal: string): JsonSyntaxError | undefined {
    for (const letter of literal) {
      if (this.#text[this.#offset] !== letter)
        return this.#unexpected(`in literal ${literal} (expecting '${letter}')`)
      this.#offset++
    }
    return undefined
  }

  #takeNumber(): JsonSyntaxError | undefined {
    if (this.#text[this.#offset] === '-') this.#offset++
    if (this.#text[this.#offset] === '0') this.#offset++
    else if (!this.#takeDigits()) return this.#unexpected('in numeric literal')
    if (this.#text[this.#offset] === '.') {
      this.#offset++
      if (!this.#takeDigits()) return this.#unexpected('after decimal point in numeric literal')
    }
    if (this.#isNext('eE')) {
      this.#offset++
      if (this.#isNext('+-')) this.#offset++
      if (!this.#takeDigits()) return this.#unexpected('in exponent of numeric literal')
    }
    return undefined
  }

  #takeDigits(): boolean {
    const start = this.#offset
    while (this.#isDigit(DIGIT)) this.#offset++
    return this.#offset > start
  }

  #takeString(): JsonSyntaxError | undefined {
    this.#offset++
    while (this.#offset < this.#text.length) {
      const code = this.#text.charCodeAt(this.#offset)
      if (code < 0x20) return this.#unexpected('in string literal')
      this.#offset++
      if (code === 0x22) return undefined
      if (code !== 0x5c) continue
      const error = this.#takeEscape()
      if (error !== undefined) return error
    }
    return this.#unexpectedEnd()
  }

  #takeEscape(): JsonSyntaxError | undefined {
    const letter = this.#text[this.#offset]
    if (letter !== 'u') {
      if (letter === undefined || !SIMPLE_ESCAPES.has(letter))
        return this.#unexpected('in string escape code')
      this.#offset++
      return undefined
    }
    this.#offset++
    for (let digit = 0; digit < 4; digit++) {
      if (!this.#isDigit(HEX_DIGIT)) return this.#unexpected(String.raw`in \u hexadecimal character escape`)
      this.#offset++
    }
    return undefined
  }

  #isNext(characters: string): boolean {
    const next = this.#text[this.#offset]
    return next !== undefined && characters.includes(next)
  }

  #isDigit(pattern: RegExp): boolean {
    return pattern.test(this.#text[this.#offset] ?? '')
  }

  /** Go reads a space behind the last character, to end a number or word. */
  #unexpected(where: string): JsonSyntaxError {
    const found = this.#text.codePointAt(this.#offset) ?? 0x20
    return { offset: this.#offset, message: `invalid character ${quotedByte(found)} ${where}` }
  }

  #unexpectedEnd(): JsonSyntaxError {
    return { offset: this.#text.length, message: 'unexpected end of JSON input' }
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\u0007': String.raw`\a`,
  '\b': String.raw`\b`,
  '\f': String.raw`\f`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
  '\v': String.raw`\v`,
  '\\': String.raw`\\`,
  "'": String.raw`\'`,
}

/** Go reads bytes, and takes the first byte of a character for one of Latin-1. */
function quotedByte(codePoint: number): string {
  const [byte = 0] = codePoint < 0x80 ? [codePoint] : Buffer.from(String.fromCodePoint(codePoint))
  const character = String.fromCharCode(byte)
  const hex = byte.toString(16)
  if (ESCAPES[character] !== undefined) return `'${ESCAPES[character]}'`
  return byte < 0x20 || byte === 0x7f ? `'\\x${hex.padStart(2, '0')}'` : `'${character}'`
}
