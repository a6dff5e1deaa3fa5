/** The tokens of a label selector: `tier in (front, back), env!=test, !draft, size>3`. */

const SYMBOLS = ['=', '==', '!=', '!', '(', ')', ',', '>', '<'] as const
type SymbolToken = (typeof SYMBOLS)[number]
const KEYWORDS = ['in', 'notin'] as const
type Keyword = (typeof KEYWORDS)[number]

export type TokenType = SymbolToken | Keyword | 'identifier' | 'end'

export interface Token {
  readonly type: TokenType
  /** As it was written; empty at the end. */
  readonly text: string
}

const END: Token = { type: 'end', text: '' }
const isSpace = (char: string) => char === ' ' || char === '\t' || char === '\r' || char === '\n'
const isSymbolChar = (char: string) => '=!(),><'.includes(char)
const symbolType = (text: string) => SYMBOLS.find((symbol) => symbol === text)

/** All tokens of the text, the last of which is the end. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const char = text[at] as string
    if (isSpace(char)) {
      at++
      continue
    }
    const token = isSymbolChar(char) ? symbolAt(text, at) : wordAt(text, at)
    tokens.push(token)
    at += token.text.length
  }
  tokens.push(END)
  return tokens
}

/** The longest symbol that begins here. */
function symbolAt(text: string, at: number): Token {
  const pair = symbolType(text.slice(at, at + 2))
  const type = pair ?? (text[at] as SymbolToken)
  return { type, text: type }
}

function wordAt(text: string, start: number): Token {
  let end = start
  while (end < text.length && !isSpace(text[end] as string) && !isSymbolChar(text[end] as string)) end++
  const word = text.slice(start, end)
  const keyword = KEYWORDS.find((candidate) => candidate === word)
  return { type: keyword ?? 'identifier', text: word }
}
