import { CelSyntaxError } from './cel-error.js'
import { decodeBytes, decodeText } from './string-literal.js'

export type Token =
  | { readonly type: 'identifier'; readonly at: number; readonly text: string }
  | { readonly type: 'operator' | 'keyword'; readonly at: number; readonly text: string }
  | { readonly type: 'int' | 'uint' | 'double'; readonly at: number; readonly text: string }
  | { readonly type: 'string'; readonly at: number; readonly text: string; readonly value: string }
  | { readonly type: 'bytes'; readonly at: number; readonly text: string; readonly value: Uint8Array }
  | { readonly type: 'end'; readonly at: number; readonly text: string }

const SPACE = /(?:[ \t\r\n\f]+|\/\/[^\n]*)+/y
const IDENTIFIER = /[_a-zA-Z][_a-zA-Z0-9]*/y
const NUMBER = /0x[0-9a-fA-F]+[uU]?|(?:[0-9]+\.[0-9]+|\.[0-9]+|[0-9]+)(?:[eE][+-]?[0-9]+)?[uU]?/y
const OPERATOR = /==|!=|<=|>=|&&|\|\||[<>[\]{}().,\-!?:+*/%]/y
const STRING_START = /(?:[rR][bB]?|[bB][rR]?)?("""|'''|"|')/y
const KEYWORDS = new Set(['true', 'false', 'null', 'in'])

/** The tokens of an expression, with an end token. Throws `CelSyntaxError`. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(source)
  }
  while (at < source.length) {
    const space = match(SPACE)
    if (space) {
      at += space[0].length
      continue
    }
    const token =
      stringToken(source, at, match(STRING_START)) ??
      plainToken(at, match(IDENTIFIER), match(NUMBER), match(OPERATOR))
    if (!token) throw unrecognized(source, at)
    tokens.push(token)
    at += token.text.length
  }
  tokens.push({ type: 'end', at, text: '<EOF>' })
  return tokens
}

function plainToken(
  at: number,
  word: RegExpExecArray | null,
  number: RegExpExecArray | null,
  operator: RegExpExecArray | null,
): Token | undefined {
  if (word) return { type: KEYWORDS.has(word[0]) ? 'keyword' : 'identifier', at, text: word[0] }
  if (number) return { type: numberType(number[0]), at, text: number[0] }
  if (operator) return { type: 'operator', at, text: operator[0] }
  return undefined
}

function numberType(text: string): 'int' | 'uint' | 'double' {
  if (/[uU]$/.test(text)) return 'uint'
  return !text.startsWith('0x') && /[.eE]/.test(text) ? 'double' : 'int'
}

function stringToken(source: string, at: number, start: RegExpExecArray | null): Token | undefined {
  if (!start) return undefined
  const quote = start[1] as string
  const prefix = start[0].slice(0, -quote.length).toLowerCase()
  const isRaw = prefix.includes('r')
  const from = at + start[0].length
  const to = closingQuote(source, from, quote, isRaw)
  if (to === undefined) throw unrecognized(source, at)
  const text = source.slice(at, to + quote.length)
  const content = source.slice(from, to)
  if (prefix.includes('b')) return { type: 'bytes', at, text, value: decodeBytes(content, isRaw, at) }
  return { type: 'string', at, text, value: decodeText(content, isRaw, at) }
}

function closingQuote(source: string, from: number, quote: string, isRaw: boolean): number | undefined {
  for (let index = from; index < source.length; index++) {
    if (source.startsWith(quote, index)) return index
    const character = source[index]
    if (character === '\\' && !isRaw) index++
    else if (quote.length === 1 && (character === '\n' || character === '\r')) return undefined
  }
  return undefined
}

function unrecognized(source: string, at: number): CelSyntaxError {
  const shown = String.fromCodePoint(source.codePointAt(at) as number)
  return new CelSyntaxError(at, `Syntax error: token recognition error at: '${shown}'`)
}
