import { DecodeError, describe } from './decode-error.js'
import { canonicalQuantity, compareQuantities } from './quantity.js'
import type { ScalarName, ScalarValues } from './type.js'

/** What each scalar is made of: how it is read, its zero value, and when two of them mean the same. */
interface Scalar<V> {
  /** Takes a parsed JSON value (never null or undefined) to canonical form, or throws a DecodeError. */
  readonly decode: (input: unknown) => V
  readonly zero: V
  /** Present where `===` is too strict. */
  readonly equal?: (left: V, right: V) => boolean
}

const sameQuantity = (left: string, right: string) => compareQuantities(left, right) === 0

export const SCALARS: { readonly [N in ScalarName]: Scalar<ScalarValues[N]> } = {
  string: { decode: decodeString, zero: '' },
  boolean: { decode: decodeBoolean, zero: false },
  int32: { decode: decodeInt32, zero: 0 },
  int64: { decode: decodeInt64, zero: 0 },
  quantity: { decode: (input) => canonicalQuantity(input), zero: '0', equal: sameQuantity },
  milliQuantity: { decode: (input) => canonicalQuantity(input, -3), zero: '0', equal: sameQuantity },
  time: { decode: decodeTime, zero: null },
  intOrString: { decode: decodeIntOrString, zero: 0 },
}

function decodeString(input: unknown): string {
  if (typeof input !== 'string') throw new DecodeError(`expected text, got ${describe(input)}`)
  // Half a surrogate pair cannot be written as UTF-8; it becomes what every UTF-8 encoder makes of it.
  return input.isWellFormed() ? input : input.toWellFormed()
}

function decodeBoolean(input: unknown): boolean {
  if (typeof input !== 'boolean') throw new DecodeError(`expected true or false, got ${describe(input)}`)
  return input
}

function decodeInt32(input: unknown): number {
  if (typeof input !== 'number' || !Number.isInteger(input)) {
    throw new DecodeError(`expected a whole number, got ${describe(input)}`)
  }
  if (input < -0x80000000 || input > 0x7fffffff) {
    throw new DecodeError(`expected a whole number of 32 bits, got ${describe(input)}`)
  }
  // The sum turns -0, which JSON can express, into 0.
  return input + 0
}

function decodeInt64(input: unknown): number {
  if (typeof input !== 'number' || !Number.isInteger(input)) {
    throw new DecodeError(`expected a whole number, got ${describe(input)}`)
  }
  // Beyond this JSON's numbers are no longer exact here, and a number must not change on its way.
  if (!Number.isSafeInteger(input)) {
    throw new DecodeError(`expected a whole number between -(2^53-1) and 2^53-1, got ${describe(input)}`)
  }
  return input + 0
}

function decodeIntOrString(input: unknown): number | string {
  if (typeof input === 'string') return decodeString(input)
  if (typeof input !== 'number') {
    throw new DecodeError(`expected a whole number or text, got ${describe(input)}`)
  }
  return decodeInt32(input)
}

/** What most times look like, and as the API writes them. Every month has these days; year 1 may be no time at all. */
const PLAIN_TIME = /^[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/
const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:[.,]\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/
/** The first second of year 1, which stands for "no time" on the wire. */
const ZERO_TIME = Date.parse('0001-01-01T00:00:00Z')

function decodeTime(input: unknown): string | null {
  if (typeof input === 'string' && PLAIN_TIME.test(input)) return input
  const match = typeof input === 'string' ? RFC3339.exec(input) : null
  if (!match) {
    throw new DecodeError(`expected a time such as 2006-01-02T15:04:05Z, got ${describe(input)}`)
  }
  const [, year, month, day, hour, minute, second, sign, offsetHours = '0', offsetMinutes = '0'] = match
  // Parsing the local part as UTC rejects dates that do not exist, such as the 30th of February.
  const local = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000
  const instant = local.getTime() - (sign === '-' ? -offset : offset)
  if (
    Number.isNaN(instant) ||
    local.getUTCDate() !== Number(day) ||
    Number(offsetHours) > 23 ||
    Number(offsetMinutes) > 59
  ) {
    throw new DecodeError(`expected a time that exists, got ${describe(input)}`)
  }
  return instant === ZERO_TIME ? null : formatTime(new Date(instant))
}

let lastSecond = Number.NaN
let lastText = ''

/** A point in time as the API writes it: UTC, whole seconds. Most are now, and many of them the same second. */
export function formatTime(date: Date): string {
  const second = Math.floor(date.getTime() / 1000)
  if (second !== lastSecond) {
    lastText = `${date.toISOString().slice(0, 19)}Z`
    lastSecond = second
  }
  return lastText
}
