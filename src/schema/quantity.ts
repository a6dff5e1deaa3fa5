import { DecodeError, describeValue } from './decode-error.js'

/**
 * Quantities: decimal numbers with a suffix, kept as text and compared as numbers.
 *
 * Three families of suffix: decimal (`n u m k M G T P E`), binary (`Ki Mi Gi Ti Pi Ei`) and exponent (`e3`).
 * Text that is canonical already stays as it was written. Anything else is rewritten without a fraction and
 * with the largest suffix of its family that fits. Digits finer than a billionth are rounded away from zero,
 * so that a small wish never becomes none.
 */

const SYNTAX = /^([+-]?)([0-9]*)(?:\.([0-9]*))?((?:[KMGTPE]i)|[numkMGTPE]?|[eE][+-]?[0-9]{1,6})$/

const DECIMAL_SUFFIXES = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'] as const
const BINARY_SUFFIXES = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const
/** The power of ten of the first decimal suffix. */
const NANO = -9
/** Binary quantities stop at the largest 64-bit integer. */
const BINARY_MAXIMUM = 2n ** 63n - 1n
/** No quantity needs more; it bounds the work that a hostile exponent can cause. */
const MAX_EXPONENT = 400

/** In characters; no number needs nearly as many. */
const LONGEST = 100

type Family = 'decimal' | 'binary' | 'exponent'

interface Parsed {
  readonly family: Family
  /** The value is `units` times ten to the power of `exponent`. */
  readonly units: bigint
  readonly exponent: number
  readonly canonical: boolean
}

/**
 * Most quantities. They are canonical already: at most three digits without a leading zero need no larger suffix, and no suffix is
 * smaller than `m`.
 */
const PLAIN = /^[1-9][0-9]{0,2}(?:[mkMGTP]|[KMGTP]i)?$/

/** The canonical text of a quantity written as text or as a number; `finest` is the smallest power of ten kept. */
export function canonicalQuantity(input: unknown, finest = NANO): string {
  if (typeof input === 'string' && finest < 0 && PLAIN.test(input)) return input
  if (typeof input !== 'string' && typeof input !== 'number') {
    throw new DecodeError(`expected a quantity, got ${describeValue(input)}`)
  }
  const text = String(input).trim()
  const parsed = parse(text)
  if (parsed.canonical && parsed.exponent >= finest) return text
  return format(roundUp(parsed, finest))
}

/** Whether a text is a quantity, canonical or not. */
export const isQuantity = (text: string): boolean =>
  text.length <= LONGEST && SYNTAX.test(text) && /[0-9]/.test(text)

/** Negative, zero or positive as `left` is less than, equal to or greater than `right`, both canonical. */
export function compareQuantities(left: string, right: string): number {
  if (left === right) return 0
  const a = parse(left)
  const b = parse(right)
  const exponent = Math.min(a.exponent, b.exponent)
  const difference =
    a.units * 10n ** BigInt(a.exponent - exponent) - b.units * 10n ** BigInt(b.exponent - exponent)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The sum of two canonical quantities, with a suffix of the family of the first, or of the second where the first is 0. */
export function addQuantities(left: string, right: string): string {
  return sum(parse(left), parse(right))
}

/** The difference of two canonical quantities, with a suffix as of a sum. */
export function subtractQuantities(left: string, right: string): string {
  const subtracted = parse(right)
  return sum(parse(left), { ...subtracted, units: -subtracted.units })
}

const sum = (left: Parsed, right: Parsed): string => format(roundUp(added(left, right), NANO))

function added(left: Parsed, right: Parsed): Parsed {
  const exponent = Math.min(left.exponent, right.exponent)
  const scaled = ({ units, exponent: own }: Parsed) =>
    own === exponent ? units : units * 10n ** BigInt(own - exponent)
  const { family } = left.units === 0n ? right : left
  return { family, units: scaled(left) + scaled(right), exponent, canonical: false }
}

/** A sum of many canonical quantities. It is formatted on demand. */
export class QuantitySum {
  #sum: Parsed
  #text: string | undefined

  constructor(first: string) {
    this.#sum = parse(first)
    this.#text = first
  }

  add(quantity: string): void {
    this.#sum = added(this.#sum, parse(quantity))
    this.#text = undefined
  }

  get text(): string {
    this.#text ??= format(roundUp(this.#sum, NANO))
    return this.#text
  }
}

/** A canonical quantity as a number, which may not be exact. */
export function quantityAsNumber(text: string): number {
  const { units, exponent } = parse(text)
  return Number(units) * 10 ** exponent
}

/** The whole number that a canonical quantity is; undefined if it has a fraction. */
export function quantityAsInteger(text: string): bigint | undefined {
  const { units, exponent } = parse(text)
  if (exponent >= 0) return units * 10n ** BigInt(exponent)
  const scale = 10n ** BigInt(-exponent)
  return units % scale === 0n ? units / scale : undefined
}

function parse(text: string): Parsed {
  const match = text.length > LONGEST ? null : SYNTAX.exec(text)
  const [, sign = '', whole = '', fraction = '', suffix = ''] = match ?? []
  if (!match || (whole === '' && fraction === '')) {
    throw new DecodeError(
      `expected a quantity: a number with an optional suffix, such as 500m, 2 or 1Gi, got ${describeValue(text)}`,
    )
  }
  const digits = whole + fraction
  let units = BigInt(digits)
  if (sign === '-') units = -units

  if (suffix.endsWith('i')) {
    const power = BINARY_SUFFIXES.indexOf(suffix as (typeof BINARY_SUFFIXES)[number])
    const canonical = fraction === '' && !whole.startsWith('0') && (units & 7n) !== 0n && digits.length < 12
    return {
      family: 'binary',
      units: units * 1024n ** BigInt(power),
      exponent: -fraction.length,
      canonical: canonical && power < 6,
    }
  }
  const isExponent = suffix.length > 1
  const exponent =
    (isExponent
      ? Number(suffix.slice(1))
      : 3 * DECIMAL_SUFFIXES.indexOf(suffix as (typeof DECIMAL_SUFFIXES)[number]) + NANO) - fraction.length
  if (Math.abs(exponent) > MAX_EXPONENT) throw new DecodeError('expected a quantity of a reasonable size')
  return {
    family: isExponent ? 'exponent' : 'decimal',
    units,
    exponent,
    canonical:
      exponent >= NANO &&
      exponent % 3 === 0 &&
      !digits.endsWith('000') &&
      !digits.startsWith('0') &&
      digits.length < 18,
  }
}

function roundUp(quantity: Parsed, finest: number): Parsed {
  let { units, exponent, family } = quantity
  if (exponent < finest) {
    const divisor = 10n ** BigInt(finest - exponent)
    const rest = units % divisor
    units /= divisor
    if (rest !== 0n) units += rest > 0n ? 1n : -1n
    exponent = finest
  }
  if (family === 'binary') {
    const scale = 10n ** BigInt(-exponent)
    const limit = BINARY_MAXIMUM * scale
    if (units > limit) units = limit
    if (units < -limit) units = -limit
    // Below 1024 a binary suffix says nothing, and a fraction of a unit cannot be written with one.
    const magnitude = units < 0n ? -units : units
    if (magnitude < 1024n * scale || units % scale !== 0n) family = 'decimal'
  }
  return { family, units, exponent, canonical: false }
}

function format({ family, units, exponent }: Parsed): string {
  if (units === 0n) return '0'
  if (family === 'binary') {
    let value = units / 10n ** BigInt(-exponent)
    let power = 0
    while (value % 1024n === 0n && power < BINARY_SUFFIXES.length - 1) {
      value /= 1024n
      power++
    }
    return `${value}${BINARY_SUFFIXES[power]}`
  }
  while (units % 10n === 0n) {
    units /= 10n
    exponent++
  }
  while (exponent % 3 !== 0) {
    units *= 10n
    exponent--
  }
  const suffix = DECIMAL_SUFFIXES[(exponent - NANO) / 3]
  if (family === 'decimal' && suffix !== undefined) return `${units}${suffix}`
  return exponent === 0 ? String(units) : `${units}e${exponent}`
}
