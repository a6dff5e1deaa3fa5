import { isDeepStrictEqual } from 'node:util'
import { isGoDuration } from '#util/text/duration.js'
import { DecodeError, describeValue } from './decode-error.js'
import { canonicalQuantity, compareQuantities } from './quantity.js'
import { decodeMicroTime, decodeTime } from './times.js'
import type { ScalarName, ScalarValues } from './type.js'

/** Editors and tools break long lines. */
const LINE_BREAKS = /[\r\n]+/g
const COMPLETE = /^[A-Za-z0-9+/]*={0,2}$/
const STRANGE = /[^A-Za-z0-9+/\r\n]/

/**
 * Bytes in standard base64. Line breaks are passed over, and bits that belong to no byte are cleared. The error does not
 * repeat the text, which may be a secret.
 */
export function decodeBase64(input: unknown): string {
  if (typeof input !== 'string')
    throw new DecodeError(`expected bytes in base64, got ${describeValue(input)}`)
  const canonical = Buffer.from(input, 'base64').toString('base64')
  if (canonical === input) return input
  const digits = input.replace(LINE_BREAKS, '')
  if (digits.length % 4 !== 0 || !COMPLETE.test(digits)) {
    const place = input.search(STRANGE)
    throw new DecodeError(
      place === -1
        ? 'illegal base64: the text ends too early, or lacks its padding'
        : `illegal base64 at character ${place + 1}`,
    )
  }
  return canonical
}

/** What each scalar is made of: how it is read, its zero value, and when two of them mean the same. */
interface Scalar<V> {
  /** Takes a parsed JSON value (never null or undefined) to canonical form, or throws a DecodeError. */
  readonly decode: (input: unknown) => V
  readonly zero: V & ScalarZero
  /** Present where `===` is too strict. */
  readonly equal?: (left: V, right: V) => boolean
}

/** Generated code holds zeros as literals. */
export type ScalarZero = string | number | boolean | null

const sameQuantity = (left: string, right: string) => compareQuantities(left, right) === 0

export const SCALARS: { readonly [N in ScalarName]: Scalar<ScalarValues[N]> } = {
  string: { decode: decodeString, zero: '' },
  boolean: { decode: decodeBoolean, zero: false },
  int32: { decode: decodeInt32, zero: 0 },
  int64: { decode: decodeInt64, zero: 0 },
  number: { decode: decodeNumber, zero: 0 },
  quantity: { decode: (input) => canonicalQuantity(input), zero: '0', equal: sameQuantity },
  milliQuantity: { decode: (input) => canonicalQuantity(input, -3), zero: '0', equal: sameQuantity },
  time: { decode: decodeTime, zero: null },
  microTime: { decode: decodeMicroTime, zero: null },
  duration: { decode: decodeDuration, zero: '0s' },
  intOrString: { decode: decodeIntOrString, zero: 0 },
  bytes: { decode: decodeBase64, zero: '' },
  json: { decode: (input) => input, zero: null, equal: isDeepStrictEqual },
  schemaJson: { decode: (input) => input, zero: null, equal: isDeepStrictEqual },
  fieldSet: { decode: (input) => input, zero: null, equal: isDeepStrictEqual },
}

/** Scalars whose zero is written like any other value, also where a field is optional. */
export const NEVER_EMPTY: ReadonlySet<ScalarName> = new Set([
  'time',
  'microTime',
  'duration',
  'quantity',
  'json',
  'schemaJson',
  'fieldSet',
])

function decodeString(input: unknown): string {
  if (typeof input !== 'string') throw new DecodeError(`expected text, got ${describeValue(input)}`)
  // Half a surrogate pair cannot be written as UTF-8; it becomes what every UTF-8 encoder makes of it.
  return input.isWellFormed() ? input : input.toWellFormed()
}

function decodeDuration(input: unknown): string {
  if (typeof input === 'string' && isGoDuration(input)) return input
  throw new DecodeError(`expected a duration such as 1m30s, got ${describeValue(input)}`)
}

function decodeBoolean(input: unknown): boolean {
  if (typeof input !== 'boolean') throw new DecodeError(`expected true or false, got ${describeValue(input)}`)
  return input
}

function decodeInt32(input: unknown): number {
  if (typeof input !== 'number' || !Number.isInteger(input)) {
    throw new DecodeError(`expected a whole number, got ${describeValue(input)}`)
  }
  if (input < -0x80000000 || input > 0x7fffffff) {
    throw new DecodeError(`expected a whole number of 32 bits, got ${describeValue(input)}`)
  }
  // The sum turns -0, which JSON can express, into 0.
  return input + 0
}

function decodeInt64(input: unknown): number {
  if (typeof input !== 'number' || !Number.isInteger(input)) {
    throw new DecodeError(`expected a whole number, got ${describeValue(input)}`)
  }
  // Beyond this JSON's numbers are no longer exact here, and a number must not change on its way.
  if (!Number.isSafeInteger(input)) {
    throw new DecodeError(`expected a whole number between -(2^53-1) and 2^53-1, got ${describeValue(input)}`)
  }
  return input + 0
}

function decodeNumber(input: unknown): number {
  if (typeof input !== 'number') throw new DecodeError(`expected a number, got ${describeValue(input)}`)
  // Text of a number beyond all that JSON's readers can hold is read as infinite, which JSON cannot express.
  if (!Number.isFinite(input)) throw new DecodeError('expected a number of 64 bits')
  return input + 0
}

function decodeIntOrString(input: unknown): number | string {
  if (typeof input === 'string') return decodeString(input)
  if (typeof input !== 'number') {
    throw new DecodeError(`expected a whole number or text, got ${describeValue(input)}`)
  }
  return decodeInt32(input)
}
