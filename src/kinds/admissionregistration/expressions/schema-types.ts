import {
  BOOL,
  BYTES,
  type CelType,
  DOUBLE,
  DYN,
  INT,
  type ObjectField,
  objectType,
  STRING,
  TIMESTAMP,
} from '#cel/types.js'
import { type AnyStruct, type Fields, type ScalarName, shortName, type Type } from '#schema/type.js'
import { fieldName } from '#structural/rules/cel-types.js'

const SCALARS: Readonly<Partial<Record<ScalarName, CelType>>> = {
  string: STRING,
  boolean: BOOL,
  int32: INT,
  int64: INT,
  number: DOUBLE,
  quantity: STRING,
  milliQuantity: STRING,
  time: TIMESTAMP,
  microTime: TIMESTAMP,
  bytes: BYTES,
}

const known = new WeakMap<AnyStruct, CelType>()

/** The CEL type of a schema type. A type without a counterpart is dynamic. */
export function celTypeOf(type: Type): CelType {
  switch (type.kind) {
    case 'scalar':
      return SCALARS[type.name] ?? DYN
    case 'list':
      return { kind: 'list', element: celTypeOf(type.element) }
    case 'map':
      return { kind: 'map', key: STRING, value: celTypeOf(type.element) }
    case 'struct':
      return structType(type)
    default:
      return DYN
  }
}

function structType(type: AnyStruct): CelType {
  const found = known.get(type)
  if (found !== undefined) return found
  // A recursive reference is dynamic.
  known.set(type, DYN)
  const fields = new Map<string, ObjectField>()
  for (const [jsonName, field] of Object.entries(type.fields as Fields)) {
    const name = fieldName(jsonName)
    if (name !== undefined) fields.set(name, { jsonName, type: celTypeOf(field.type) })
  }
  const made = objectType(shortName(type), fields)
  known.set(type, made)
  return made
}
