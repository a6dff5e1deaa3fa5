import { formatDuration } from '#cel/values/duration-text.js'
import { conversionFailure, Failure } from '#cel/values/failure.js'
import { formatTimestamp } from '#cel/values/timestamp-text.js'
import {
  CelList,
  CelMap,
  type CelValue,
  Duration,
  Timestamp,
  TypeValue,
  typeNameOf,
  Uint,
} from '#cel/values/values.js'
import { bounded } from './string-functions.js'

/** Doubles as strings. */

const NUMBER = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/
const INFINITY = /^([+-]?)inf(?:inity)?$/i

export function parseDouble(text: string): number {
  if (NUMBER.test(text)) {
    const value = Number(text)
    // A number that is out of range cannot be parsed.
    if (Number.isFinite(value)) return value
  }
  const infinity = INFINITY.exec(text)
  if (infinity) return infinity[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  if (/^nan$/i.test(text)) return Number.NaN
  throw conversionFailure('string', 'double')
}

/** The shortest round-trip digits; with an exponent below 0.0001 and from a million on. */
export function formatDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf'
  if (value === 0) return Object.is(value, -0) ? '-0' : '0'
  const [digits, power] = value.toExponential().split('e') as [string, string]
  const exponent = Number(power)
  if (exponent >= -4 && exponent < 6) return plain(value)
  const magnitude = String(Math.abs(exponent)).padStart(2, '0')
  return `${digits}e${exponent < 0 ? '-' : '+'}${magnitude}`
}

/** JavaScript writes such numbers without an exponent, except small ones. */
function plain(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/0+$/, '') : text
}

/** `'%d of %s'.format([1, 'x'])`. */

const CLAUSE = /%(?:%|(?:\.([0-9]{1,9}))?([a-zA-Z])?)/g
/** Bounds the length of the result; no number has more decimals. */
const MAX_DECIMALS = 100
const DECIMALS = 6

export function formatString(format: string, list: CelList): string {
  let next = 0
  let length = format.length
  return format.replace(CLAUSE, (clause, precision: string | undefined, verb: string | undefined) => {
    if (clause === '%%') return '%'
    if (verb === undefined) throw new Failure('could not parse formatting clause: unexpected end of string')
    if (next >= list.size) throw new Failure(`index ${next} out of range`)
    const text = formatted(verb, list.at(next++), precision === undefined ? undefined : Number(precision))
    length += text.length
    return bounded(length, () => text)
  })
}

function formatted(verb: string, value: CelValue, precision: number | undefined): string {
  if (precision !== undefined && precision > MAX_DECIMALS) {
    throw new Failure(`could not parse formatting clause: precision ${precision} too large`)
  }
  switch (verb) {
    case 's':
      return asText(value)
    case 'd':
      return decimal(value)
    case 'f':
      return fraction(value, (number) => fixedPoint(number, precision ?? DECIMALS), 'fixed-point')
    case 'e':
      return fraction(value, (number) => scientific(number, precision ?? DECIMALS), 'scientific')
    case 'b':
      return based(value, 2)
    case 'o':
      return based(value, 8)
    case 'x':
      return hexadecimal(value)
    case 'X':
      return hexadecimal(value).toUpperCase()
    default:
      throw new Failure(`could not parse formatting clause: unrecognized formatting clause "${verb}"`)
  }
}

function wrong(clause: string, value: CelValue, allowed: string): Failure {
  return new Failure(
    `error during formatting: ${clause} clause can only be used on ${allowed}, was given ${typeNameOf(value)}`,
  )
}

function asText(value: CelValue): string {
  if (typeof value === 'string') return value
  if (value === null) return 'null'
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return special(value) ?? formatDouble(value)
  if (value instanceof Uint) return String(value.value)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8')
  if (value instanceof Timestamp) return formatTimestamp(value)
  if (value instanceof Duration) return formatDuration(value)
  if (value instanceof TypeValue) return value.name
  if (value instanceof CelList) return `[${[...value].map(asText).join(', ')}]`
  if (value instanceof CelMap) return mapText(value)
  throw wrong(
    'string',
    value,
    'strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
  )
}

function mapText(map: CelMap): string {
  const entries = [...map.keys()].map((key) => `${asText(key)}: ${asText(map.get(key) as CelValue)}`)
  return `{${entries.sort().join(', ')}}`
}

const special = (value: number): string | undefined => {
  if (Number.isNaN(value)) return 'NaN'
  if (Number.isFinite(value)) return undefined
  return value > 0 ? 'Infinity' : '-Infinity'
}

function decimal(value: CelValue): string {
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Uint) return String(value.value)
  if (typeof value === 'number') return special(value) ?? formatDouble(value)
  throw wrong('decimal', value, 'integers')
}

function fraction(value: CelValue, write: (number: number) => string, clause: string): string {
  if (typeof value === 'bigint') return write(Number(value))
  if (value instanceof Uint) return write(Number(value.value))
  if (typeof value !== 'number') throw wrong(clause, value, 'doubles')
  return special(value) ?? write(value)
}

/** Rounds to `decimals`, half to even. */
function fixedPoint(value: number, decimals: number): string {
  const rounded = value.toFixed(decimals)
  const exact = value.toFixed(Math.min(100, decimals + 60))
  const point = exact.indexOf('.')
  if (point < 0 || !/^50*$/.test(exact.slice(point + 1 + decimals))) return rounded
  const down = exact.slice(0, decimals === 0 ? point : point + 1 + decimals)
  return Number(down.at(-1)) % 2 === 0 ? down : rounded
}

function scientific(value: number, precision: number): string {
  const [digits, power] = value.toExponential(precision).split('e') as [string, string]
  return `${digits}e${power[0] ?? '+'}${power.slice(1).padStart(2, '0')}`
}

function based(value: CelValue, base: 2 | 8): string {
  if (typeof value === 'boolean' && base === 2) return value ? '1' : '0'
  if (typeof value === 'bigint') return value.toString(base)
  if (value instanceof Uint) return value.value.toString(base)
  throw base === 2 ? wrong('binary', value, 'integers and bools') : wrong('octal', value, 'integers')
}

function hexadecimal(value: CelValue): string {
  if (typeof value === 'bigint') return value.toString(16)
  if (value instanceof Uint) return value.value.toString(16)
  if (typeof value === 'string') return Buffer.from(value, 'utf8').toString('hex')
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  throw wrong('hex', value, 'integers, byte buffers, and strings')
}
