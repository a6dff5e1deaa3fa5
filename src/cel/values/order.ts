import { type CelValue, Duration, Timestamp, Uint } from './values.js'

/** Negative, zero or positive as in `Array.sort`; undefined if the two have no order. */
export function compare(left: CelValue, right: CelValue): number | undefined {
  const a = numberOf(left)
  if (a !== undefined) {
    const b = numberOf(right)
    if (b === undefined || Number.isNaN(a) || Number.isNaN(b)) return undefined
    return compareNumbers(a, b)
  }
  if (typeof left === 'string') return typeof right === 'string' ? compareText(left, right) : undefined
  if (typeof left === 'boolean') return typeof right === 'boolean' ? Number(left) - Number(right) : undefined
  if (left instanceof Uint8Array) return right instanceof Uint8Array ? Buffer.compare(left, right) : undefined
  if (left instanceof Timestamp || left instanceof Duration) {
    if (!(right instanceof left.constructor)) return undefined
    const difference = left.nanoseconds - (right as Duration).nanoseconds
    return difference < 0n ? -1 : difference > 0n ? 1 : 0
  }
  return undefined
}

/** Numbers of different types are compared as doubles, even where that loses digits. */
export function compareNumbers(left: bigint | number, right: bigint | number): number {
  const [a, b] = typeof left === typeof right ? [left, right] : [Number(left), Number(right)]
  return a < b ? -1 : a > b ? 1 : 0
}

/** Strings sort by code points, not by UTF-16 units. */
function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index)
    const b = right.charCodeAt(index)
    if (a !== b) return rank(a) - rank(b)
  }
  return left.length - right.length
}

/** Surrogates sort after all other units. */
const rank = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)

/** The number of a numeric value. */
export function numberOf(value: CelValue): bigint | number | undefined {
  if (typeof value === 'bigint' || typeof value === 'number') return value
  return value instanceof Uint ? value.value : undefined
}
