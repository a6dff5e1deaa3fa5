import { formatDuration } from './duration-text.js'
import { Failure } from './failure.js'
import { MessageValue } from './message.js'
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
export const toJson = (value: CelValue): unknown => new JsonConversion().convert(value)

/** Converts values to JSON, no more than so many together. */
export class JsonConversion {
  #characters = MAX_CHARACTERS
  #values = MAX_VALUES

  /** Throws `Failure` for a value that JSON has not, and for a message in a field that is not at the path of its type. */
  convert(value: CelValue): unknown {
    return this.#convert(value, MAX_DEPTH, undefined)
  }

  /** `path` is the type that a message must have here; undefined if it may have any. */
  #convert(value: CelValue, levels: number, path: string | undefined): unknown {
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
    if (value instanceof MessageValue) return this.#message(value, levels, path)
    if (value instanceof CelMap) return this.#object(value, levels, path)
    if (value instanceof CelList) return this.#array(value, levels, path)
    if (value instanceof Optional) {
      return value.value === undefined ? null : this.#convert(value.value, levels - 1, path)
    }
    if (value instanceof Uint) return integer(value.value)
    if (value instanceof Uint8Array) return this.#text(Buffer.from(value).toString('base64'))
    if (value instanceof Timestamp) return formatTimestamp(value)
    if (value instanceof Duration) return formatDuration(value)
    throw notJson(value)
  }

  #message({ typeName, fields }: MessageValue, levels: number, path = typeName): object {
    if (typeName !== path) {
      throw new Failure(
        `type mismatch: unexpected type name ${JSON.stringify(typeName)}, expected ${JSON.stringify(path)}, which matches field name path from root Object type`,
      )
    }
    return Object.fromEntries(
      [...fields].map(([name, value]) => [name, this.#convert(value, levels - 1, `${path}.${name}`)]),
    )
  }

  #object(map: CelMap, levels: number, path: string | undefined): object {
    const entries: [string, unknown][] = []
    for (const key of map.keys()) {
      if (typeof key !== 'string')
        throw new Failure(`map key ${String(key)} is of type ${typeNameOf(key)}, not string`)
      entries.push([this.#text(key), this.#convert(map.get(key) as CelValue, levels - 1, path)])
    }
    // Defines each property, also `__proto__`.
    return Object.fromEntries(entries)
  }

  #array(list: CelList, levels: number, path: string | undefined): unknown[] {
    const items: unknown[] = []
    for (let index = 0; index < list.size; index++)
      items.push(this.#convert(list.at(index), levels - 1, path))
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
