import { conversionFailure } from '#cel/values/failure.js'

/** Doubles as text. */

const NUMBER = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/
const INFINITY = /^([+-]?)inf(?:inity)?$/i

export function parseDouble(text: string): number {
  if (NUMBER.test(text)) {
    const value = Number(text)
    // Text of a number that is too large is no text of a number.
    if (Number.isFinite(value)) return value
  }
  const infinity = INFINITY.exec(text)
  if (infinity) return infinity[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  if (/^nan$/i.test(text)) return Number.NaN
  throw conversionFailure('string', 'double')
}

/** The fewest digits that tell the number from all others; with an exponent below 0.0001 and from a million on. */
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
