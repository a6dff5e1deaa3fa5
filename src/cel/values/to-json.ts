import { formatDuration } from './duration-text.js'
import { Failure } from './failure.js'
import { formatTimestamp } from './timestamp-text.js'
import { CelList, CelMap, type CelValue, Duration, Optional, Timestamp, typeNameOf, Uint } from './values.js'

/**
 * As much as a body may hold. Without the limits, an expression could list a large object a hundred thousand times at
 * little cost.
 */
const MAX_CHARACTERS = 3 * 1024 * 1024
const MAX_VALUES = 100_000
const MAX_DEPTH = 100

/** A value as JSON, with integers that are not safe as `bigint`. Throws `Failure` for a value that JSON has not. */
export function toJson(value: CelValue): unknown {
  return new Conversion().of(value, MAX_DEPTH)
}

class Conversion {
  #characters = MAX_CHARACTERS
  #values = MAX_VALUES

  of(value: CelValue, levels: number): unknown {
    if (--this.#values < 0) throw new Failure(`the value has more than ${MAX_VALUES} parts`)
    if (levels === 0) throw new Failure(`the value nests more than ${MAX_DEPTH} levels deep`)
    switch (typeof value) {
      case 'boolean':
        return value
      case 'string':
        return this.#text(value)
      case 'bigint':
        return integer(value)
      case 'number':
        if (Number.isFinite(value)) return value
        throw notJson(value)
    }
    if (value === null) return null
    if (value instanceof CelMap) return this.#object(value, levels)
    if (value instanceof CelList) return this.#array(value, levels)
    if (value instanceof Optional) return value.value === undefined ? null : this.of(value.value, levels)
    if (value instanceof Uint) return integer(value.value)
    if (value instanceof Uint8Array) return this.#text(Buffer.from(value).toString('base64'))
    if (value instanceof Timestamp) return formatTimestamp(value)
    if (value instanceof Duration) return formatDuration(value)
    throw notJson(value)
  }

  #object(map: CelMap, levels: number): object {
    const entries: [string, unknown][] = []
    for (const key of map.keys()) {
      if (typeof key !== 'string')
        throw new Failure(`map key ${String(key)} is of type ${typeNameOf(key)}, not string`)
      entries.push([this.#text(key), this.of(map.get(key) as CelValue, levels - 1)])
    }
    // Defines each property, also `__proto__`.
    return Object.fromEntries(entries)
  }

  #array(list: CelList, levels: number): unknown[] {
    const items: unknown[] = []
    for (let index = 0; index < list.size; index++) items.push(this.of(list.at(index), levels - 1))
    return items
  }

  #text(text: string): string {
    this.#characters -= text.length
    if (this.#characters < 0) throw new Failure(`the value has more than ${MAX_CHARACTERS} characters`)
    return text
  }
}

function integer(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

const notJson = (value: CelValue) =>
  new Failure(`a value of type ${typeNameOf(value)} cannot be converted to JSON`)
