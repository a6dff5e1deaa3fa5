import type { Expression } from '#cel/syntax/ast.js'
import { type CelType, isOptional } from '#cel/types.js'
import { characterCount } from '#cel/values/size.js'
import { exactly, ONE, type Range } from './range.js'

export function literalSize(expression: Expression): Range | undefined {
  switch (expression.kind) {
    case 'literal': {
      const { literal } = expression
      if (literal.type === 'string') return exactly(characterCount(literal.value))
      if (literal.type === 'bytes') return exactly(literal.value.length)
      return ONE
    }
    case 'list':
      return exactly(expression.elements.length)
    case 'map':
      return exactly(expression.entries.length)
    default:
      return undefined
  }
}

/** The size of types whose values all have the same size. */
export function typeSize(type: CelType): Range | undefined {
  switch (type.kind) {
    case 'bool':
    case 'int':
    case 'uint':
    case 'double':
    case 'timestamp':
    case 'duration':
      return ONE
    default:
      return isOptional(type) ? typeSize(type.parameters[0] as CelType) : undefined
  }
}
