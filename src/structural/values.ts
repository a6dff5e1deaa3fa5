import { setOwn } from '#schema/map-members.js'
import type { ValueType } from './schema.js'

/** JSON as it is parsed, in which whole numbers that a double cannot hold exactly are `bigint`. */
export type Members = Record<string, unknown>

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What a value is, in the words of schemas. Numbers without a fraction are whole, however they were written. */
export function valueType(value: unknown): ValueType | 'null' {
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'boolean'
    case 'bigint':
      return 'integer'
    case 'number':
      return Number.isSafeInteger(value) ? 'integer' : 'number'
    default:
      return value === null || value === undefined ? 'null' : Array.isArray(value) ? 'array' : 'object'
  }
}

/** How many characters text has; a pair of surrogates is one. */
export function characterCount(text: string): number {
  let count = text.length
  for (let index = 1; index < text.length; index++) {
    if (isLowSurrogate(text.charCodeAt(index)) && isHighSurrogate(text.charCodeAt(index - 1))) count--
  }
  return count
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff

/** Whether two values are equal in all their parts. The order of members does not count. */
export function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left === 'bigint' || typeof right === 'bigint') {
    // biome-ignore lint/suspicious/noDoubleEquals: a whole number equals itself in either representation
    return typeof left !== 'string' && typeof right !== 'string' && left == right
  }
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => isEqual(item, right[index]))
    )
  }
  if (!isMembers(left) || !isMembers(right)) return false
  const names = Object.keys(left)
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isEqual(left[name], right[name]))
  )
}

/** A copy that shares nothing with the value. */
export function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (!isMembers(value)) return value
  const copy: Members = {}
  for (const name of Object.keys(value)) setOwn(copy, name, copyOf(value[name]))
  return copy
}

/** Text that two values have in common only if they are equal. */
export function keyOf(value: unknown): string {
  if (typeof value === 'bigint') return `${value}`
  if (Array.isArray(value)) return `[${value.map(keyOf).join(',')}]`
  if (!isMembers(value)) return JSON.stringify(value) ?? 'null'
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${keyOf(value[name])}`).join(',')}}`
}
