import type { CelType } from '#cel/types.js'
import type { Meter } from './meter.js'

/**
 * The values of CEL. null, bool and string are those of JavaScript, `bigint` is int and `number` is double. All
 * others are classes.
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

/** An unsigned 64-bit integer. */
export class Uint {
  readonly value: bigint

  constructor(value: bigint) {
    this.value = value
  }
}

export class Timestamp {
  /** Since the Unix epoch. */
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

/** A list. Its items are converted on access, so that a rule pays only for those it reads. */
export abstract class CelList {
  abstract readonly size: number
  /** The item at a valid index. */
  abstract at(index: number): CelValue
  /** How many values a union with another list visits; 0 unless it is a set or map. */
  unionWork(_other: CelList): number {
    return 0
  }
  /** The union with another list, if the list is a set or map. */
  union(_other: CelList): CelList | undefined {
    return undefined
  }
  /** Whether the items at an index are equal, where that is known without converting them. */
  equalsAt(_other: CelList, _index: number): boolean | undefined {
    return undefined
  }
  /** Whether both have the same items, if the list is a set or map. */
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
  abstract get(key: CelValue): CelValue | undefined
  abstract keys(): Iterable<CelValue>
  get typeName(): string {
    return 'map'
  }
  /** Compares properties that are not keys of the map. */
  equalsHidden(_other: CelMap, _meter: Meter): boolean {
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

/** A type as a value, as `type(x)` returns it. Compared by name. */
export class TypeValue {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A value that only the functions of its library can read. */
export abstract class OpaqueValue {
  abstract readonly type: CelType
  abstract equals(other: OpaqueValue): boolean
  /** The `size` for costs; 1 where there is none. */
  get size(): number {
    return 1
  }
}

/** The type name of a value, without type arguments. */
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
  if (value instanceof CelMap) return value.typeName
  if (value instanceof Optional) return 'optional_type'
  if (value instanceof TypeValue) return 'type'
  return value.type.kind === 'opaque' ? value.type.name : value.type.kind
}
