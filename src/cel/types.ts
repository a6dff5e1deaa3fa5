/**
 * The types of CEL, declared for variables and inferred for all other parts. `maxSize` bounds the values of a
 * declared type, in characters, bytes, items or entries. Only the cost estimate uses it: types that differ in nothing
 * else are the same type.
 */
export type CelType =
  | ScalarType
  | ListType
  | MapType
  | ObjectType
  | OpaqueType
  | TypeType
  | TypeParameter
  | TypeVariable

export type ScalarKind =
  | 'null'
  | 'bool'
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'timestamp'
  | 'duration'
  | 'dyn'
  | 'error'

export interface ScalarType {
  readonly kind: ScalarKind
  readonly maxSize?: number
}

export interface ListType {
  readonly kind: 'list'
  readonly element: CelType
  readonly maxSize?: number
  /** The identity of items in JSON lists of this type; such lists are equal in any order. */
  readonly identity?: ListIdentity
}

/** Items are identified by value, or by some of their properties. */
export type ListIdentity =
  | { readonly by: 'value' }
  | { readonly by: 'keys'; readonly keys: readonly string[] }

export interface MapType {
  readonly kind: 'map'
  readonly key: CelType
  readonly value: CelType
  readonly maxSize?: number
  /** Whether the size of a value is known if it is selected by its key, `map.key`. */
  readonly hasSizedMembers?: boolean
}

export interface ObjectType {
  readonly kind: 'object'
  readonly name: string
  /** By the name in expressions. */
  readonly fields: ReadonlyMap<string, ObjectField>
  /** The names in expressions, by the JSON names. */
  readonly jsonNames: ReadonlyMap<string, string>
  /** Whether it also has fields of all other names, whose types are unknown. */
  readonly isOpen?: boolean
}

/** The field of an object type; undefined if it has none of that name. */
export const fieldTypeOf = ({ fields, isOpen }: ObjectType, name: string): CelType | undefined =>
  fields.get(name)?.type ?? (isOpen ? DYN : undefined)

/** Finds the types of which expressions can construct values, by name. */
export type FindMessageType = (name: string) => ObjectType | undefined

export interface ObjectField {
  /** The JSON name of the field, which need not be an identifier. */
  readonly jsonName: string
  readonly type: CelType
}

/** A type whose values are opaque except to functions: an address, a quantity, an optional. */
export interface OpaqueType {
  readonly kind: 'opaque'
  readonly name: string
  readonly parameters: readonly CelType[]
}

/** The type of types: `int` is a value of `type(int)`. */
export interface TypeType {
  readonly kind: 'type'
  readonly of: CelType
}

/** Stands for any type in a function declaration, the same one for each use of its name. */
export interface TypeParameter {
  readonly kind: 'parameter'
  readonly name: string
}

/** Stands for a type that the checker has yet to infer. */
export interface TypeVariable {
  readonly kind: 'variable'
  readonly id: number
}

export const NULL: CelType = { kind: 'null' }
export const BOOL: CelType = { kind: 'bool' }
export const INT: CelType = { kind: 'int' }
export const UINT: CelType = { kind: 'uint' }
export const DOUBLE: CelType = { kind: 'double' }
export const STRING: CelType = { kind: 'string' }
export const BYTES: CelType = { kind: 'bytes' }
export const TIMESTAMP: CelType = { kind: 'timestamp' }
export const DURATION: CelType = { kind: 'duration' }
export const DYN: CelType = { kind: 'dyn' }
/** The type of an erroneous part; it is assignable to everything, so that an error is reported once. */
export const ERROR: CelType = { kind: 'error' }

export const OPTIONAL = 'optional_type'

export const listOf = (element: CelType): ListType => ({ kind: 'list', element })
export const mapOf = (key: CelType, value: CelType): MapType => ({ kind: 'map', key, value })
export const optionalOf = (value: CelType): OpaqueType => opaque(OPTIONAL, value)
export const typeOf = (of: CelType): TypeType => ({ kind: 'type', of })
export const parameter = (name: string): TypeParameter => ({ kind: 'parameter', name })
export const opaque = (name: string, ...parameters: CelType[]): OpaqueType => ({
  kind: 'opaque',
  name,
  parameters,
})

export function objectType(name: string, fields: ReadonlyMap<string, ObjectField>): ObjectType {
  const jsonNames = new Map([...fields].map(([field, { jsonName }]) => [jsonName, field]))
  return { kind: 'object', name, fields, jsonNames }
}

export const isDynamic = (type: CelType): boolean => type.kind === 'dyn' || type.kind === 'error'
export const isOptional = (type: CelType): type is OpaqueType =>
  type.kind === 'opaque' && type.name === OPTIONAL

const NAMES: Partial<Record<CelType['kind'], string>> = {
  null: 'null',
  error: '!error!',
  timestamp: 'timestamp',
  duration: 'duration',
}

/** A type as it is declared, in messages about results. */
export const declaredTypeName = (type: CelType): string => typeName(type, DECLARED_NAMES)

const DECLARED_NAMES: typeof NAMES = {
  null: 'null_type',
  error: '!error!',
  timestamp: 'google.protobuf.Timestamp',
  duration: 'google.protobuf.Duration',
}

/** A type in messages of the type checker. */
export function typeName(type: CelType, names = NAMES): string {
  const nameOf = (part: CelType) => typeName(part, names)
  switch (type.kind) {
    case 'list':
      return `list(${nameOf(type.element)})`
    case 'map':
      return `map(${nameOf(type.key)}, ${nameOf(type.value)})`
    case 'object':
      return type.name
    case 'opaque':
      return type.parameters.length === 0
        ? type.name
        : `${type.name}(${type.parameters.map(nameOf).join(', ')})`
    case 'type':
      return type.of.kind === 'dyn' ? 'type' : `type(${nameOf(type.of)})`
    case 'parameter':
      return type.name
    case 'variable':
      return `_var${type.id}`
    default:
      return names[type.kind] ?? type.kind
  }
}
