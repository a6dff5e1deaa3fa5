import { CelList, CelMap, type CelValue, OpaqueValue } from './values.js'

export function characterCount(text: string): number {
  if (!SURROGATE.test(text)) return text.length
  let pairs = 0
  for (let index = 0; index < text.length - 1; index++) {
    const unit = text.charCodeAt(index)
    if (unit >= 0xd800 && unit <= 0xdbff && isLowSurrogate(text.charCodeAt(index + 1))) pairs++
  }
  return text.length - pairs
}

const SURROGATE = /[\ud800-\udfff]/
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff

/** The `size` of a value, and 1 for values that have none: the measure of costs. */
export function sizeOf(value: CelValue): number {
  if (typeof value === 'string') return characterCount(value)
  if (value instanceof CelList || value instanceof CelMap || value instanceof OpaqueValue) return value.size
  if (value instanceof Uint8Array) return value.length
  return 1
}
