import type { Overload } from '#cel/library/declaration.js'
import type { CelType } from '#cel/types.js'
import {
  CelList,
  CelMap,
  type CelValue,
  Duration,
  OpaqueValue,
  Optional,
  Timestamp,
  TypeValue,
  Uint,
} from '#cel/values/values.js'

/** Whether arguments of these types always fit, so that no check is needed at run time. */
export function acceptsStatically({ parameters }: Overload, types: readonly CelType[]): boolean {
  return parameters.every((parameter, index) => {
    const type = types[index] as CelType
    return parameter.kind === 'parameter' || parameter.kind === 'dyn' || parameter.kind === type.kind
  })
}

/** Whether a value has a type, without checking nested values. */
export function acceptsValue(type: CelType, value: CelValue): boolean {
  switch (type.kind) {
    case 'null':
      return value === null
    case 'bool':
      return typeof value === 'boolean'
    case 'int':
      return typeof value === 'bigint'
    case 'uint':
      return value instanceof Uint
    case 'double':
      return typeof value === 'number'
    case 'string':
      return typeof value === 'string'
    case 'bytes':
      return value instanceof Uint8Array
    case 'timestamp':
      return value instanceof Timestamp
    case 'duration':
      return value instanceof Duration
    case 'list':
      return value instanceof CelList
    case 'map':
    case 'object':
      return value instanceof CelMap
    case 'type':
      return value instanceof TypeValue
    case 'opaque':
      return type.name === 'optional_type'
        ? value instanceof Optional
        : value instanceof OpaqueValue && value.type.kind === 'opaque' && value.type.name === type.name
    default:
      return true
  }
}
