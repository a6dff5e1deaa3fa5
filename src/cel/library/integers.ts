import { overflow } from '#cel/values/failure.js'
import { Uint } from '#cel/values/values.js'

/** Whole numbers of 64 bits. */

export const MIN_INT = -(2n ** 63n)
export const MAX_INT = 2n ** 63n - 1n
export const MAX_UINT = 2n ** 64n - 1n

/** The number, if it is an int. */
export function int(value: bigint): bigint {
  if (value < MIN_INT || value > MAX_INT) throw overflow('integer')
  return value
}

export function uint(value: bigint): Uint {
  if (value < 0n || value > MAX_UINT) throw overflow('unsigned integer')
  return new Uint(value)
}
