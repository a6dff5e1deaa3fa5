import { randomUUID } from 'node:crypto'

/**
 * JSON in which whole numbers of 64 bits keep all of their digits: those that a double cannot hold exactly are read as
 * `bigint`, and written as the numbers that they are. All other values are those of `JSON.parse`.
 */

/** Where such a number may be. No shorter one is inexact. */
const MANY_DIGITS = /\d{16}/

/** Where a number may be that is larger than any double, which would become null when it is written. */
const PERHAPS_TOO_LARGE = /\d{300}|\d[eE]\+?\d{3}/

/** Strings, which may hold digits too, and numbers. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** A string that begins so stands for a number. No client can know it. */
const MARK = `${randomUUID()} `
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, 'g')

/** Throws `SyntaxError`, and `RangeError` for a number that is larger than any double. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (PERHAPS_TOO_LARGE.test(text)) expectFinite(text)
  if (!MANY_DIGITS.test(text)) return value
  let found = false
  const marked = text.replace(TOKEN, (token) => {
    if (!isInexact(token)) return token
    found = true
    return `"${MARK}${token}"`
  })
  return found ? JSON.parse(marked, (_, member: unknown) => unmarked(member)) : value
}

/** In characters. */
const MAX_QUOTE_LENGTH = 50

function expectFinite(text: string): void {
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.startsWith('"') || Number.isFinite(Number(token))) continue
    throw new RangeError(`the number ${token.slice(0, MAX_QUOTE_LENGTH)} is too large`)
  }
}

/** Whether a token is a whole number of at most 64 bits that a double does not hold. */
function isInexact(token: string): boolean {
  if (token.length < 16 || !/^-?\d+$/.test(token) || Number.isSafeInteger(Number(token))) return false
  const value = BigInt(token)
  return BigInt.asIntN(64, value) === value
}

function unmarked(member: unknown): unknown {
  return typeof member === 'string' && member.startsWith(MARK) ? BigInt(member.slice(MARK.length)) : member
}

/** Members that JSON has no word for are left out, as `JSON.stringify` does. */
export function stringifyJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent)
  } catch (error) {
    // A `bigint` is the only value that JSON cannot be made of, as no value contains itself.
    if (!(error instanceof TypeError)) throw error
  }
  const marked = JSON.stringify(
    value,
    (_, member: unknown) => (typeof member === 'bigint' ? `${MARK}${member}` : member),
    indent,
  )
  return marked.replace(MARKED, '$1')
}
