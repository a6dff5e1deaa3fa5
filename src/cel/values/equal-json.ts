import type { Meter } from './meter.js'

/** Whether two pieces of parsed JSON are equal; the order of members does not matter. */
export function equalJson(left: unknown, right: unknown, meter: Meter): boolean {
  meter.add(1)
  if (typeof left === 'string') meter.addText(left.length)
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false
    return left.every((item, index) => equalJson(item, right[index], meter))
  }
  const members = Object.entries(left)
  if (members.length !== Object.keys(right).length) return false
  return members.every(
    ([name, value]) =>
      Object.hasOwn(right, name) && equalJson(value, (right as Record<string, unknown>)[name], meter),
  )
}
