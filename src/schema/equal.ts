import { type Compare, generateComparison } from './generated/comparison.js'
import { canGenerate, structCells } from './generated/function.js'
import { isJsonObject } from './json-object.js'
import { SCALARS } from './scalars.js'
import type { AnyStruct, Fields, Type } from './type.js'

type FieldValues = Record<string, unknown>

/**
 * Whether two canonical values are semantically equal: an absent list or map equals an empty one, an absent scalar
 * equals null, quantities compare by number. Ignores properties that the schema does not have.
 */
export function semanticEqual(type: Type, left: unknown, right: unknown): boolean {
  return compare(type, left, right, generated)
}

/** Like `semanticEqual`, without generated code. */
export function interpretedSemanticEqual(type: Type, left: unknown, right: unknown): boolean {
  return compare(type, left, right, plain)
}

/** Compares two values of a struct; neither is null or undefined. */
type CompareStructs = (type: AnyStruct, left: FieldValues, right: FieldValues) => boolean

function compare(type: Type, left: unknown, right: unknown, structs: CompareStructs): boolean {
  if (left === right) return true
  if (isEmpty(type, left)) return isEmpty(type, right)
  if (isEmpty(type, right)) return false
  switch (type.kind) {
    case 'scalar': {
      const equal = SCALARS[type.name].equal as ((left: unknown, right: unknown) => boolean) | undefined
      return equal?.(left, right) ?? false
    }
    case 'list': {
      const [a, b] = [left as unknown[], right as unknown[]]
      return (
        a.length === b.length &&
        a.every((element, index) => compare(type.element, element, b[index], structs))
      )
    }
    case 'map': {
      const [a, b] = [left as FieldValues, right as FieldValues]
      const keys = Object.keys(a)
      return (
        keys.length === Object.keys(b).length &&
        keys.every((key) => Object.hasOwn(b, key) && compare(type.element, a[key], b[key], structs))
      )
    }
    case 'struct':
      return structs(type, left as FieldValues, right as FieldValues)
    case 'either':
      if (isJsonObject(left) !== isJsonObject(right)) return false
      return compare(isJsonObject(left) ? type.struct : type.other, left, right, structs)
  }
}

function isEmpty(type: Type, value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (type.kind === 'list') return (value as unknown[]).length === 0
  if (type.kind === 'map') return Object.keys(value).length === 0
  return false
}

const plain: CompareStructs = ({ fields }, left, right) => {
  for (const [name, { type }] of Object.entries(fields as Fields)) {
    if (!compare(type, left[name], right[name], plain)) return false
  }
  return true
}

const generated: CompareStructs = (type, left, right) => cellOf(type).run(left, right)

const cellOf = structCells(
  (type): Compare =>
    canGenerate()
      ? generateComparison(type, { cellOf, semanticEqual })
      : (left, right) => plain(type, left, right),
)
