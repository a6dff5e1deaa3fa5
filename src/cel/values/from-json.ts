import {
  type CelType,
  isOptional,
  type ListType,
  type MapType,
  type ObjectField,
  type ObjectType,
} from '#cel/types.js'
import { parseJsonDuration } from './duration-text.js'
import { Failure } from './failure.js'
import { JsonList } from './json-list.js'
import type { Meter } from './meter.js'
import { parseDate, parseTimestamp } from './timestamp-text.js'
import { CelMap, type CelValue, Optional } from './values.js'

/**
 * JSON as a value of a type. Integers may be `number` or `bigint`. Properties and items are converted on access.
 * Throws `Failure` for JSON of another type: a rule that reads it fails.
 */
export function fromJson(json: unknown, type: CelType): CelValue {
  if (json === null) return null
  switch (type.kind) {
    case 'string':
      if (typeof json === 'string') return json
      break
    case 'bool':
      if (typeof json === 'boolean') return json
      break
    case 'int':
      if (typeof json === 'bigint') return json
      if (Number.isInteger(json)) return BigInt(json as number)
      break
    case 'double':
      if (typeof json === 'number' || typeof json === 'bigint') return Number(json)
      break
    case 'object':
      if (isObject(json)) return new JsonObject(json, type)
      break
    case 'list':
      if (Array.isArray(json)) return new JsonList(json, type, fromJson)
      break
    case 'map':
      if (isObject(json)) return new JsonMap(json, type)
      break
    case 'dyn':
      return fromUntyped(json)
    default:
      if (isOptional(type)) return new Optional(fromJson(json, type.parameters[0] as CelType))
      if (typeof json === 'string') return fromText(json, type)
  }
  throw new Failure(`invalid data, expected ${type.kind}, got ${jsonType(json)}`)
}

/** The same for a variable: JSON of another type fails the expressions that read it. */
export function bindingOf(json: unknown, type: CelType): CelValue | Failure {
  try {
    return fromJson(json, type)
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown
    throw thrown
  }
}

/** Values that are strings in JSON. */
function fromText(text: string, type: CelType): CelValue {
  switch (type.kind) {
    case 'timestamp': {
      const timestamp = parseTimestamp(text) ?? parseDate(text)
      if (timestamp) return timestamp
      throw new Failure(`Invalid date-time formatted string ${text}`)
    }
    case 'duration': {
      const duration = parseJsonDuration(text)
      if (duration) return duration
      throw new Failure(`Invalid duration ${text}`)
    }
    case 'bytes':
      return Buffer.from(text, 'base64')
    default:
      throw new Failure(`invalid data, expected ${type.kind}, got string`)
  }
}

/** An int-or-string, or a value without a type. */
function fromUntyped(json: unknown): CelValue {
  switch (typeof json) {
    case 'string':
    case 'boolean':
    case 'bigint':
      return json
    case 'number':
      return Number.isInteger(json) ? BigInt(json) : json
    default:
      return Array.isArray(json)
        ? new JsonList(json, UNTYPED_LIST, fromJson)
        : new JsonMap(json as Members, UNTYPED_MAP)
  }
}

const UNTYPED_LIST: ListType = { kind: 'list', element: { kind: 'dyn' } }
const UNTYPED_MAP: MapType = { kind: 'map', key: { kind: 'string' }, value: { kind: 'dyn' } }

type Members = Readonly<Record<string, unknown>>

const isObject = (json: unknown): json is Members =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

const jsonType = (json: unknown) => (Array.isArray(json) ? 'list' : typeof json)

/** A JSON object whose properties all have one type. */
class JsonMap extends CelMap {
  readonly #members: Members
  readonly #value: CelType
  #keys: readonly string[] | undefined

  constructor(members: Members, type: MapType) {
    super()
    this.#members = members
    this.#value = type.value
  }

  override get size(): number {
    return this.keys().length
  }

  override get(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string' || !Object.hasOwn(this.#members, key)) return undefined
    return fromJson(this.#members[key], this.#value)
  }

  override keys(): readonly string[] {
    this.#keys ??= Object.keys(this.#members)
    return this.#keys
  }
}

/** A JSON object whose properties have types of their own. A null property counts as missing. */
export class JsonObject extends CelMap {
  readonly #members: Members
  readonly #type: ObjectType
  /** Cached lists, maps and objects: rules read them repeatedly. */
  #known: Map<string, CelValue> | undefined

  constructor(members: Members, type: ObjectType) {
    super()
    this.#members = members
    this.#type = type
  }

  override get size(): number {
    return Object.keys(this.#members).length
  }

  override get(key: CelValue): CelValue | undefined {
    const field = this.#type.fields.get(key as string)
    if (field === undefined) return undefined
    const json = this.#members[field.jsonName]
    if (json === undefined || json === null || !Object.hasOwn(this.#members, field.jsonName)) return undefined
    return typeof json === 'object' ? this.#remember(field, json) : fromJson(json, field.type)
  }

  #remember({ jsonName, type }: ObjectField, json: unknown): CelValue {
    this.#known ??= new Map()
    const known = this.#known.get(jsonName) ?? fromJson(json, type)
    this.#known.set(jsonName, known)
    return known
  }

  override keys(): Iterable<CelValue> {
    const names = Object.keys(this.#members).map((member) => this.#type.jsonNames.get(member))
    return names.filter((name) => name !== undefined)
  }

  /** Compares the properties that rules cannot see, too. */
  override equalsHidden(other: CelMap, meter: Meter): boolean {
    if (!(other instanceof JsonObject)) return true
    for (const member of Object.keys(this.#members)) {
      if (this.#type.jsonNames.has(member) || !Object.hasOwn(other.#members, member)) continue
      if (!equalJson(this.#members[member], other.#members[member], meter)) return false
    }
    return true
  }
}

/** Whether two JSON values are equal; the order of properties does not matter. */
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
