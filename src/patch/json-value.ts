/** What patches need to know about parsed JSON. A property that is undefined counts as absent everywhere. */

export type JsonObject = { [name: string]: unknown }

/**
 * No object of the API nests deeper than some thirty levels. With the bound, code that walks a patch or a
 * patched document may call itself for each level and never runs out of stack.
 */
export const MAX_DEPTH = 500

/** What it costs to look at so many properties. */
export interface Budget {
  spend(parts: number): void
}

const UNBOUNDED: Budget = { spend: () => undefined }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object's own property, never what every object inherits, such as `constructor` or `__proto__`. */
export function ownProperty(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/**
 * Whether a value is made of more properties, elements, lists and objects than so many. They are counted as in a body, but
 * for the properties of large objects, which count no more than others.
 */
export function hasMoreValuesThan(value: unknown, limit: number): boolean {
  return countParts(value, limit) > limit
}

/** Stops soon after the limit. */
function countParts(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null) return 0
  const values: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  let count = 1 + values.length
  for (let index = 0; index < values.length && count <= limit; index++) {
    count += countParts(values[index], limit - count)
  }
  return count
}

export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  const values = Array.isArray(value) ? value : Object.values(value)
  for (const value of values) {
    if (isDeeperThan(value, levels - 1)) return true
  }
  return false
}

/** Whether two values are the same, properties in any order. Goes no deeper than the second. */
export function deepEqual(left: unknown, right: unknown, budget: Budget = UNBOUNDED): boolean {
  if (left === right) return true
  if (Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      left.length === right.length &&
      right.every((element, index) => deepEqual(left[index], element, budget))
    )
  }
  if (!isObject(left) || !isObject(right)) return false
  const names = Object.keys(left)
  budget.spend(names.length)
  return (
    Object.keys(right).every((name) => deepEqual(ownProperty(left, name), right[name], budget)) &&
    names.every((name) => left[name] === undefined || Object.hasOwn(right, name))
  )
}
