import { isJsonObject } from '#schema/json-object.js'
import { SCALARS } from '#schema/scalars.js'
import type { AnyStruct, Fields, ScalarType, Type } from '#schema/type.js'
import { type FieldPlace, goTypeOf } from './go-type.js'
import { jsonKindOf, scalarError, targetOf } from './unmarshal-message.js'

/**
 * The error for a patched object that does not decode after a strategic merge patch, where Kubernetes merges untyped
 * objects and has its own messages. Undefined if it decodes.
 */
export function restoreMessage(struct: AnyStruct, value: unknown): string | undefined {
  return findError(struct, value, undefined)
}

function findError(type: Type, value: unknown, place: FieldPlace | undefined): string | undefined {
  if (value === null || value === undefined) return undefined
  switch (type.kind) {
    case 'scalar':
      return mismatchMessage(type, value, place)
    case 'list':
      if (!Array.isArray(value)) return `cannot restore slice from ${kindOf(value)}`
      return first(value, (element) => findError(type.element, element, place))
    case 'map':
      if (!isJsonObject(value)) return `cannot restore map from ${kindOf(value)}`
      return first(Object.values(value), (element) => findError(type.element, element, place))
    case 'struct':
      if (!isJsonObject(value)) return `cannot restore struct from: ${kindOf(value)}`
      // Fields are checked in schema order.
      return first(Object.entries(type.fields as Fields), ([name, field]) =>
        findError(field.type, value[name], { struct: type, name }),
      )
    case 'either':
      return findError(isJsonObject(value) ? type.struct : type.other, value, place)
  }
}

function first<T>(elements: readonly T[], find: (element: T) => string | undefined): string | undefined {
  for (const element of elements) {
    const found = find(element)
    if (found !== undefined) return found
  }
  return undefined
}

function mismatchMessage(
  type: ScalarType,
  value: unknown,
  place: FieldPlace | undefined,
): string | undefined {
  const kind = kindOf(value)
  switch (type.name) {
    case 'string':
      if (kind === 'string') return undefined
      return kind === 'int64'
        ? `cannot convert int64 to ${goTypeOf(type, place)}`
        : 'unrecognized type: string'
    case 'boolean':
      return kind === 'bool' ? undefined : 'unrecognized type: bool'
    case 'int32':
    case 'int64':
      if (kind === 'int64') return undefined
      return kind === 'float64' ? `cannot convert float64 to ${type.name}` : `unrecognized type: ${type.name}`
    case 'number':
      return typeof value === 'number' ? undefined : 'unrecognized type: float64'
    case 'bytes':
      if (kind !== 'string') return `cannot restore slice from ${kind}`
      return isReadable(type, value) ? undefined : `error decoding from json: ${scalarError(type, value)}`
    default:
      if (isReadable(type, value)) return undefined
      return (
        scalarError(type, value) ??
        `json: cannot unmarshal ${jsonKindOf(value, type)} into Go value of type ${targetOf(type) ?? goTypeOf(type, place)}`
      )
  }
}

function isReadable({ name }: ScalarType, value: unknown): boolean {
  try {
    SCALARS[name].decode(value)
    return true
  } catch {
    return false
  }
}

function kindOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'boolean':
      return 'bool'
    case 'number':
      return Number.isInteger(value) ? 'int64' : 'float64'
    default:
      return Array.isArray(value) ? 'slice' : 'map'
  }
}
