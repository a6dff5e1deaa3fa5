import type { CelType } from '#cel/types.js'
import type { Meter } from './meter.js'

/**
 * The values of the expression language. What JavaScript has a type for is that: null, truth values, text; `bigint` is
 * an int and `number` a double. All else is a class of its own.
 */
export type CelValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | Uint
  | Timestamp
  | Duration
  | CelList
  | CelMap
  | Optional
  | TypeValue
  | OpaqueValue

/** An unsigned whole number of 64 bits. */
export class Uint {
  readonly value: bigint

  constructor(value: bigint) {
    this.value = value
  }
}

export class Timestamp {
  /** Nanoseconds since the beginning of 1970. */
  readonly nanoseconds: bigint

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds
  }
}

export class Duration {
  readonly nanoseconds: bigint

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds
  }
}

/** A list. Its items are made when they are asked for, so that a rule pays for those that it looks at. */
export abstract class CelList {
  abstract readonly size: number
  /** The item at an index from 0 to below the size. */
  abstract at(index: number): CelValue
  /** How many values are looked at to unite the list with another; none where it is no set or map. */
  uniteWork(_other: CelList): number {
    return 0
  }
  /** The union with another list, where the list is a set or a map. */
  unite(_other: CelList): CelList | undefined {
    return undefined
  }
  /** Whether the items at an index are equal, where that can be seen without making values of them. */
  equalsAt(_other: CelList, _index: number): boolean | undefined {
    return undefined
  }
  /** Whether the two have the same items, where the list is a set or a map. */
  equalsAnyOrder(_other: CelList, _meter: Meter): boolean | undefined {
    return undefined
  }

  *[Symbol.iterator](): Iterator<CelValue> {
    for (let index = 0; index < this.size; index++) yield this.at(index)
  }
}

/** A map, or an object whose fields are its keys. */
export abstract class CelMap {
  abstract readonly size: number
  /** The value under a key, or undefined. */
  abstract get(key: CelValue): CelValue | undefined
  abstract keys(): Iterable<CelValue>
  /** Whether what the map holds beside its keys is equal too. */
  equalsUnseen(_other: CelMap, _meter: Meter): boolean {
    return true
  }
}

/** A value that may be missing. */
export class Optional {
  static readonly NONE = new Optional(undefined)
  readonly value: CelValue | undefined

  constructor(value: CelValue | undefined) {
    this.value = value
  }
}

/** A type as a value: what `type(x)` gives. Two are equal if their names are. */
export class TypeValue {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A value that only the functions of its library look into. */
export abstract class OpaqueValue {
  abstract readonly type: CelType
  abstract equals(other: OpaqueValue): boolean
  /** What `size` would be, for costs; 1 where there is no such thing. */
  get size(): number {
    return 1
  }
}

/** The name of the type of a value, without the types of what it holds. */
export function typeNameOf(value: CelValue): string {
  switch (typeof value) {
    case 'boolean':
      return 'bool'
    case 'bigint':
      return 'int'
    case 'number':
      return 'double'
    case 'string':
      return 'string'
  }
  if (value === null) return 'null_type'
  if (value instanceof Uint8Array) return 'bytes'
  if (value instanceof Uint) return 'uint'
  if (value instanceof Timestamp) return 'google.protobuf.Timestamp'
  if (value instanceof Duration) return 'google.protobuf.Duration'
  if (value instanceof CelList) return 'list'
  if (value instanceof CelMap) return 'map'
  if (value instanceof Optional) return 'optional_type'
  if (value instanceof TypeValue) return 'type'
  return value.type.kind === 'opaque' ? value.type.name : value.type.kind
}
