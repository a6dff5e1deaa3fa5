/**
 * Checks POSIX extended regular expressions, which the paths of a legacy Ingress are. The string is read once from left
 * to right; only the number of open groups is kept. The dialect is the one that existing objects were checked with:
 * repetitions may follow each other, a `{` that begins no repetition is literal, and a backslash may only precede
 * punctuation, control letters and numbers.
 */

const MAX_REPETITION = 1000
const CLASSES = new Set(
  'alnum alpha ascii blank cntrl digit graph lower print punct space upper word xdigit'
    .split(' ')
    .flatMap((name) => [`[:${name}:]`, `[:^${name}:]`]),
)

/** Sticky: each matches only at the current position. */
const REPETITION = /\{(0|[1-9]\d*)(?:(,)(0|[1-9]\d*)?)?\}/y
const ESCAPE =
  /\\(?:([^0-9A-Za-z\u0080-\uffff])|([0-7]{2,3}|0)|x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]+)\})|([afnrtv]))/y
const CONTROLS: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 }
const MAX_CODE_POINT = 0x10ffff

class Invalid extends Error {}

class Reader {
  readonly text: string
  /** No named class ends after this position. Computed once, so that many openings take linear time. */
  readonly lastClassEnd: number
  at = 0

  constructor(text: string) {
    this.text = text
    this.lastClassEnd = text.lastIndexOf(':]')
  }

  get next(): string | undefined {
    return this.text[this.at]
  }

  take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.text)
    if (match) this.at += match[0].length
    return match
  }

  takeCharacter(): number {
    const code = this.text.codePointAt(this.at)
    if (code === undefined) throw new Invalid()
    this.at += code > 0xffff ? 2 : 1
    return code
  }
}

/** Whether the string is a POSIX extended regular expression. */
export function isPosixPattern(text: string): boolean {
  try {
    readExpression(new Reader(text))
    return true
  } catch (error) {
    if (error instanceof Invalid) return false
    throw error
  }
}

function readExpression(reader: Reader): void {
  let open = 0
  // Whether there is something to repeat.
  let repeatable = false
  while (reader.next !== undefined) {
    switch (reader.next) {
      case '(':
        open++
        reader.at++
        repeatable = false
        break
      case ')':
        if (open-- === 0) throw new Invalid()
        reader.at++
        repeatable = true
        break
      case '|':
        reader.at++
        repeatable = false
        break
      case '*':
      case '+':
      case '?':
        if (!repeatable) throw new Invalid()
        reader.at++
        break
      case '{':
        readBrace(reader, repeatable)
        repeatable = true
        break
      case '[':
        readBrackets(reader)
        repeatable = true
        break
      case '\\':
        readEscape(reader)
        repeatable = true
        break
      default:
        reader.takeCharacter()
        repeatable = true
    }
  }
  if (open > 0) throw new Invalid()
}

function readBrace(reader: Reader, repeatable: boolean): void {
  const match = reader.take(REPETITION)
  if (match === null) {
    reader.at++
    return
  }
  const least = Number(match[1])
  const most = match[2] === undefined ? least : match[3] === undefined ? MAX_REPETITION : Number(match[3])
  if (!repeatable || least > most || most > MAX_REPETITION) throw new Invalid()
}

function readBrackets(reader: Reader): void {
  reader.at++
  if (reader.next === '^') reader.at++
  for (let first = true; first || reader.next !== ']'; first = false) {
    // A dash is literal only at either end.
    if (reader.next === '-' && !first && reader.text[reader.at + 1] !== ']') throw new Invalid()
    if (readNamedClass(reader)) continue
    const low = readClassCharacter(reader)
    if (reader.next !== '-' || reader.text[reader.at + 1] === ']') continue
    reader.at++
    if (readClassCharacter(reader) < low) throw new Invalid()
  }
  reader.at++
}

/** `[:alpha:]`. Without an end it is a bracket and a colon. */
function readNamedClass(reader: Reader): boolean {
  const { text, at } = reader
  if (!text.startsWith('[:', at) || at + 2 > reader.lastClassEnd) return false
  reader.at = text.indexOf(':]', at + 2) + 2
  if (!CLASSES.has(text.slice(at, reader.at))) throw new Invalid()
  return true
}

function readClassCharacter(reader: Reader): number {
  return reader.next === '\\' ? readEscape(reader) : reader.takeCharacter()
}

/** The character that an escape stands for. */
function readEscape(reader: Reader): number {
  const [, itself, octal, pair, braced, control] = reader.take(ESCAPE) ?? []
  if (itself !== undefined) return itself.charCodeAt(0)
  if (octal !== undefined) return Number.parseInt(octal, 8)
  if (control !== undefined) return CONTROLS[control] as number
  const code = Number.parseInt(pair ?? braced ?? '', 16)
  if (Number.isNaN(code) || code > MAX_CODE_POINT) throw new Invalid()
  return code
}
