import { CelSyntaxError } from './cel-error.js'

/** Decodes the content of a string or bytes literal. */

const ESCAPE =
  /\\(?:x([0-9a-fA-F]{2})|X([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|([abfnrtv\\?"'`]))|\\[\s\S]?|\r\n?/g

const PLAIN_ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

const MAX_CODE_POINT = 0x10ffff
const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff

export function decodeText(content: string, isRaw: boolean, at: number): string {
  if (isRaw) return content.replace(/\r\n?/g, '\n')
  return content.replace(ESCAPE, (all, x, bigX, u, bigU, octal, plain) => {
    if (!all.startsWith('\\')) return '\n'
    if (plain !== undefined) return PLAIN_ESCAPES[plain] ?? plain
    const code = codeOf(x ?? bigX ?? u ?? bigU, octal)
    if (code === undefined || code > MAX_CODE_POINT || isSurrogate(code)) throw invalid(at, 'string')
    return String.fromCodePoint(code)
  })
}

/** In bytes literals, hexadecimal and octal escapes are bytes; all else is UTF-8. */
export function decodeBytes(content: string, isRaw: boolean, at: number): Uint8Array {
  if (isRaw) return Buffer.from(content.replace(/\r\n?/g, '\n'), 'utf8')
  const parts: Buffer[] = []
  let from = 0
  for (const match of content.matchAll(ESCAPE)) {
    parts.push(Buffer.from(content.slice(from, match.index), 'utf8'), escapedBytes(match, at))
    from = match.index + match[0].length
  }
  parts.push(Buffer.from(content.slice(from), 'utf8'))
  return Buffer.concat(parts)
}

function escapedBytes(match: RegExpMatchArray, at: number): Buffer {
  const [all, x, bigX, , , octal, plain] = match
  if (!all.startsWith('\\')) return Buffer.from('\n')
  if (plain !== undefined) return Buffer.from(PLAIN_ESCAPES[plain] ?? plain, 'utf8')
  const code = codeOf(x ?? bigX, octal)
  // Unicode escapes are for strings only.
  if (code === undefined) throw invalid(at, 'bytes')
  return Buffer.from([code])
}

function codeOf(hexadecimal: string | undefined, octal: string | undefined): number | undefined {
  if (hexadecimal !== undefined) return Number.parseInt(hexadecimal, 16)
  return octal === undefined ? undefined : Number.parseInt(octal, 8)
}

const invalid = (at: number, kind: string) => new CelSyntaxError(at, `invalid ${kind} literal`)
