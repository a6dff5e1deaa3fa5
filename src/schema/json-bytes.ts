/**
 * Writes JSON into one buffer that all share: a value is encoded in one synchronous call and copied at once. Each
 * function takes the position at which to write and returns the one behind what it wrote.
 *
 * Every function checks for space before it writes, but not for the few bytes that generated code writes between two
 * calls; these have the slack behind the limit. The limit is that of the store: what does not fit is no value that can
 * be kept. Of the memory behind the buffer the system gives no more than was ever written to.
 */
export const MAX_JSON_BYTES = 8 * 1024 * 1024
const SLACK = 16 * 1024
/** Up to here a loop over the characters is quicker than a regular expression and a call into native code. */
const SHORT_TEXT = 48
/** A character that is not written as itself, or not in one byte. */
const FALLBACK = /[^ !#-[\]-~]/
const QUOTE = 0x22
const BACKSLASH = 0x5c
const ZERO = 0x30
/** Larger whole numbers are rare, and dividing them needs more than 32 bits. */
const MAX_SIMPLE = 999_999_999

export const bytes = Buffer.allocUnsafeSlow(MAX_JSON_BYTES + SLACK)
/** The same memory, to write four bytes at a time. */
export const words = new DataView(bytes.buffer)

/** A value takes more than the limit as JSON. */
export class ValueTooLarge extends Error {
  override readonly name = 'ValueTooLarge'
}
const TOO_LARGE = new ValueTooLarge(`the value takes more than ${MAX_JSON_BYTES} bytes`)

export function checkJsonSize(at: number): void {
  if (at > MAX_JSON_BYTES) throw TOO_LARGE
}

/** Text, or null. */
export function writeText(value: unknown, at: number): number {
  if (typeof value !== 'string') return writeOther(value, at)
  const { length } = value
  checkJsonSize(at + length)
  if (length > SHORT_TEXT) return writeLongText(value, at)
  let end = at
  bytes[end++] = QUOTE
  for (let index = 0; index < length; index++) {
    const code = value.charCodeAt(index)
    if (code < 0x20 || code > 0x7e || code === QUOTE || code === BACKSLASH) return writeOther(value, at)
    bytes[end++] = code
  }
  bytes[end++] = QUOTE
  return end
}

function writeLongText(value: string, at: number): number {
  if (FALLBACK.test(value)) return writeOther(value, at)
  bytes[at] = QUOTE
  const end = at + 1 + bytes.write(value, at + 1, 'latin1')
  bytes[end] = QUOTE
  return end + 1
}

/** A whole number. */
export function writeNumber(value: unknown, at: number): number {
  if (typeof value !== 'number' || value < 0 || value > MAX_SIMPLE || !Number.isInteger(value)) {
    return writeOther(value, at)
  }
  checkJsonSize(at)
  let end = at + 1
  for (let power = 10; power <= value; power *= 10) end++
  let rest = value | 0
  for (let place = end - 1; place >= at; place--) {
    bytes[place] = ZERO + (rest % 10)
    rest = (rest / 10) | 0
  }
  return end
}

export function writeNumberOrText(value: unknown, at: number): number {
  return typeof value === 'number' ? writeNumber(value, at) : writeText(value, at)
}

/** Writes any value, slowly. Values that JSON cannot express become null, as in lists. */
export function writeOther(value: unknown, at: number): number {
  const json = JSON.stringify(value) ?? 'null'
  // Hardly any text needs as many bytes as it might, and counting them takes time.
  if (at + 3 * json.length > MAX_JSON_BYTES) checkJsonSize(at + Buffer.byteLength(json))
  return at + bytes.write(json, at)
}

/** A copy of what was written up to `end`. */
export function copyOf(end: number): Buffer {
  return Buffer.from(bytes.subarray(0, end))
}
