/** The errors of Go's JSON decoder, which messages of Kubernetes quote. */

/** The first error of a text that is not JSON; undefined for JSON. */
export function jsonSyntaxError(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch {
    return new Scanner(text).run()
  }
}

/** The error of a text that is no object. `null` counts as one. */
export function jsonObjectError(text: string): string | undefined {
  const error = jsonSyntaxError(text)
  if (error !== undefined) return error
  const value: unknown = JSON.parse(text)
  if (typeof value === 'object' && !Array.isArray(value)) return undefined
  const type = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
  return `json: cannot unmarshal ${type} into Go value of type map[string]interface {}`
}

const END = 'unexpected end of JSON input'
const BEFORE_VALUE = 'looking for beginning of value'
const BEFORE_KEY = 'looking for beginning of object key string'
const IN_NUMBER = 'in numeric literal'
const DIGITS = /[0-9]/
const LITERALS: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' }

/** Finds the first mistake. The nesting is on a stack, because a text may have any depth. */
class Scanner {
  readonly #text: string
  #at = 0
  /** The open brackets. */
  readonly #open: ('{' | '[')[] = []

  constructor(text: string) {
    this.#text = text
  }

  run(): string {
    try {
      this.#scan()
    } catch (error) {
      if (error instanceof Mistake) return error.message
      throw error
    }
    return END
  }

  #scan(): void {
    this.#value()
    while (this.#open.length > 0) {
      const isObject = this.#open.at(-1) === '{'
      const next = this.#token()
      if (next === (isObject ? '}' : ']')) {
        this.#open.pop()
        this.#at++
      } else if (next !== ',') this.#fail(isObject ? 'after object key:value pair' : 'after array element')
      else {
        this.#at++
        if (isObject) this.#member()
        else this.#value()
      }
    }
    this.#skipSpace()
    if (this.#at < this.#text.length) this.#fail('after top-level value')
  }

  /** Up to the end of a scalar or an empty bracket, or into the first element. */
  #value(): void {
    for (;;) {
      const start = this.#token()
      if (start !== '{' && start !== '[') {
        this.#scalar(start)
        return
      }
      this.#at++
      if (this.#token() === (start === '{' ? '}' : ']')) {
        this.#at++
        return
      }
      this.#open.push(start)
      if (start === '{') this.#key()
    }
  }

  #member(): void {
    this.#key()
    this.#value()
  }

  #key(): void {
    if (this.#token() !== '"') this.#fail(BEFORE_KEY)
    this.#string()
    if (this.#token() !== ':') this.#fail('after object key')
    this.#at++
  }

  #scalar(start: string): void {
    const literal = LITERALS[start]
    if (start === '"') this.#string()
    else if (literal !== undefined) this.#literal(literal)
    else if (start === '-' || DIGITS.test(start)) this.#number()
    else this.#fail(BEFORE_VALUE)
  }

  #literal(word: string): void {
    for (const letter of word) {
      if (this.#char() !== letter) this.#fail(`in literal ${word} (expecting '${letter}')`)
      this.#at++
    }
  }

  #number(): void {
    if (this.#char() === '-') this.#at++
    if (this.#char() === '0') this.#at++
    else this.#digits(IN_NUMBER)
    if (this.#text[this.#at] === '.') {
      this.#at++
      this.#digits('after decimal point in numeric literal')
    }
    if (!/[eE]/.test(this.#text[this.#at] ?? '')) return
    this.#at++
    if (/[+-]/.test(this.#char())) this.#at++
    this.#digits('in exponent of numeric literal')
  }

  #digits(where: string): void {
    if (!DIGITS.test(this.#char())) this.#fail(where)
    while (DIGITS.test(this.#text[this.#at] ?? '')) this.#at++
  }

  #string(): void {
    this.#at++
    for (let char = this.#char(); char !== '"'; char = this.#char()) {
      if (char < ' ') this.#fail('in string literal')
      this.#at++
      if (char === '\\') this.#escape()
    }
    this.#at++
  }

  #escape(): void {
    const char = this.#char()
    if (!'bfnrt\\/"u'.includes(char)) this.#fail('in string escape code')
    this.#at++
    if (char !== 'u') return
    for (let count = 0; count < 4; count++) {
      if (!/[0-9a-fA-F]/.test(this.#char())) this.#fail('in \\u hexadecimal character escape')
      this.#at++
    }
  }

  #skipSpace(): void {
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? '')) this.#at++
  }

  #token(): string {
    this.#skipSpace()
    return this.#char()
  }

  #char(): string {
    const char = this.#text[this.#at]
    if (char === undefined) throw new Mistake(END)
    return char
  }

  #fail(where: string): never {
    const char = this.#text[this.#at] as string
    const quoted = char === "'" ? "\\'" : char === '"' ? '"' : JSON.stringify(char).slice(1, -1)
    throw new Mistake(`invalid character '${quoted}' ${where}`)
  }
}

class Mistake extends Error {}
