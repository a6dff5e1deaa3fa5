import { unreadable } from './unreadable.js'

/** A word before its expansion. */
export type Word = readonly Part[]
export type Part =
  | { readonly type: 'text'; readonly text: string; readonly quoted: boolean }
  | {
      readonly type: 'variable'
      readonly name: string
      readonly otherwise: string | undefined
      readonly quoted: boolean
    }
  | { readonly type: 'arithmetic'; readonly expression: string }
  | { readonly type: 'command'; readonly script: string; readonly quoted: boolean }

export type Token =
  | { readonly type: 'operator'; readonly text: string }
  | { readonly type: 'word'; readonly word: Word }

const OPERATOR = /&&|\|\||;|\n|2>&1|[12]?>>?|[|&<()]/y
const BLANK = /(?:[^\S\n]|\\\n)+|#[^\n]*/y
const PLAIN = /(?:[^\s\0'"$`\\|&;<>()#]|\\[^\n]|(?<=\S)#)+/y
const VARIABLE = /\$(?:([A-Za-z_]\w*|\?)|\{([A-Za-z_]\w*)(?::-([\w./ -]*))?\})/y

/** Splits a script into operators and words. Throws `Unreadable` for what it does not know. */
export function tokensOf(script: string): readonly Token[] {
  const reader = new Reader(script)
  const tokens: Token[] = []
  while (!reader.isOver) {
    if (reader.take(BLANK) !== undefined) continue
    const operator = reader.take(OPERATOR)
    tokens.push(
      operator === undefined
        ? { type: 'word', word: wordAt(reader) }
        : { type: 'operator', text: operator[0] },
    )
  }
  return tokens
}

function wordAt(reader: Reader): Word {
  const parts: Part[] = []
  for (;;) {
    const plain = reader.take(PLAIN)
    if (plain !== undefined) {
      // Patterns stand for files that are not known, and braces for several words.
      if (/[*?~]|.\{|\{./.test(plain[0])) unreadable()
      parts.push({ type: 'text', text: plain[0].replaceAll(/\\(.)/g, '$1'), quoted: plain[0].includes('\\') })
    } else if (reader.takeText("'")) {
      parts.push({ type: 'text', text: reader.until("'"), quoted: true })
    } else if (reader.takeText('"')) {
      parts.push({ type: 'text', text: '', quoted: true }, ...quotedAt(reader))
    } else {
      const expansion = expansionAt(reader, false)
      if (expansion === undefined) break
      parts.push(expansion)
    }
  }
  return parts.length === 0 ? unreadable() : parts
}

const IN_QUOTES = /(?:[^"$`\\]|\\[\s\S])+/y

function quotedAt(reader: Reader): Part[] {
  const parts: Part[] = []
  while (!reader.takeText('"')) {
    const text = reader.take(IN_QUOTES)
    const part: Part | undefined =
      text === undefined
        ? expansionAt(reader, true)
        : {
            type: 'text',
            text: text[0].replaceAll(/\\([$`"\\])/g, '$1').replaceAll('\\\n', ''),
            quoted: true,
          }
    parts.push(part ?? unreadable())
  }
  return parts
}

function expansionAt(reader: Reader, quoted: boolean): Part | undefined {
  if (reader.takeText('$((')) return { type: 'arithmetic', expression: reader.until('))') }
  if (reader.takeText('$(')) {
    const script = reader.until(')')
    return script.includes('(') ? unreadable() : { type: 'command', script, quoted }
  }
  const variable = reader.take(VARIABLE)
  if (variable === undefined) return undefined
  const [, name = variable[2] as string, , otherwise] = variable
  return { type: 'variable', name, otherwise, quoted }
}

/** The text of a word without expansions and quotes; undefined for any other word. */
export function literal(word: Word): string | undefined {
  const [part] = word
  return word.length === 1 && part?.type === 'text' && !part.quoted ? part.text : undefined
}

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get isOver(): boolean {
    return this.#at >= this.#text.length
  }

  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match === null) return undefined
    this.#at = pattern.lastIndex
    return match
  }

  takeText(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  /** What comes before a mark, which is skipped. */
  until(mark: string): string {
    const end = this.#text.indexOf(mark, this.#at)
    if (end < 0) return unreadable()
    const text = this.#text.slice(this.#at, end)
    this.#at = end + mark.length
    return text
  }
}
