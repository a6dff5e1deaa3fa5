import { once } from '#util/memoize.js'
import type { ValueChoices } from './schema.js'
import { isJsonObject, keyOf } from './values.js'

/** The values of an enumeration, with constant-time lookup. */
export class EnumChoices implements ValueChoices {
  readonly values: readonly unknown[]
  readonly #texts = new Set<string>()
  /** All values that are not strings, by key. */
  readonly #others = new Set<string>()
  #longest = 0

  constructor(values: readonly unknown[]) {
    this.values = values
    for (const value of values) {
      if (typeof value === 'string') this.#texts.add(value)
      else {
        const key = keyOf(value)
        this.#others.add(key)
        this.#longest = Math.max(this.#longest, key.length)
      }
    }
  }

  has(value: unknown): boolean {
    if (typeof value === 'string') return this.#texts.has(value)
    if (this.#others.size === 0 || isLonger(value, this.#longest)) return false
    return this.#others.has(keyOf(value))
  }

  readonly text = once(() =>
    this.values.map((value) => JSON.stringify(typeof value === 'string' ? value : textOf(value))).join(', '),
  )
}

/** Whether the key of a value is certainly longer than `limit`. Reads no more than that. */
function isLonger(value: unknown, limit: number): boolean {
  let left = limit
  const visit = (part: unknown): boolean => {
    left -= typeof part === 'string' ? part.length : 1
    if (left < 0) return true
    if (Array.isArray(part)) return part.some(visit)
    if (!isJsonObject(part)) return false
    return Object.keys(part).some((name) => visit(name) || visit(part[name]))
  }
  return visit(value)
}

function textOf(value: unknown): string {
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'null')
}
