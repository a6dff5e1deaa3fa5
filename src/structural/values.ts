import { setOwn } from '#schema/json-object.js'
import type { ValueType } from './schema.js'

/** Parsed JSON, in which integers that a double cannot hold exactly are `bigint`. */
export type JsonObject = Record<string, unknown>

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The type of a value in JSON Schema. Numbers without a fraction are integers, however they were written. */
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

/** The length in characters; a surrogate pair is one. */
export function characterCount(text: string): number {
  let count = text.length
  for (let index = 1; index < text.length; index++) {
    if (isLowSurrogate(text.charCodeAt(index)) && isHighSurrogate(text.charCodeAt(index - 1))) count--
  }
  return count
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff

/** Deep equality. The order of properties does not count. */
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
  if (!isJsonObject(left) || !isJsonObject(right)) return false
  const names = Object.keys(left)
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isEqual(left[name], right[name]))
  )
}

/** A deep copy. */
export function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (!isJsonObject(value)) return value
  const copy: JsonObject = {}
  for (const name of Object.keys(value)) setOwn(copy, name, copyOf(value[name]))
  return copy
}

/** A string that two values have in common only if they are equal. */
export function keyOf(value: unknown): string {
  if (typeof value === 'bigint') return `${value}`
  if (Array.isArray(value)) return `[${value.map(keyOf).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'null'
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${keyOf(value[name])}`).join(',')}}`
}
