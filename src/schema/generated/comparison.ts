import { SCALARS } from '#schema/scalars.js'
import { type AnyStruct, type Fields, shortName, type Type } from '#schema/type.js'
import { type Cell, GeneratedFunction } from './function.js'

/** Compares two values of a struct, neither of them null or undefined. */
export type Compare = (left: Record<string, unknown>, right: Record<string, unknown>) => boolean

/** What generated code calls for other types. */
export interface Comparisons {
  cellOf(type: AnyStruct): Cell<Compare>
  semanticEqual(type: Type, left: unknown, right: unknown): boolean
}

/**
 * The text of a comparison as a function of its own for each struct, with a line for each field:
 *
 *     l = left["replicas"]; r = right["replicas"]
 *     if (l !== r && (l ?? null) !== (r ?? null)) return false
 *
 * What is equal is nearly always the same text or number, so most lines end at the first comparison.
 */
export function generateComparison(type: AnyStruct, comparisons: Comparisons): Compare {
  const code = new GeneratedFunction()
  const lines = Object.entries(type.fields as Fields).map(([name, { type: fieldValue }]) => {
    const key = JSON.stringify(name)
    return `l = left[${key}]; r = right[${key}]
if (l !== r && ${difference(fieldValue, code, comparisons)}) return false`
  })
  return code.compile<Compare>(
    `compare ${shortName(type)}`,
    'left, right',
    `let l, r\n${lines.join('\n')}\nreturn true`,
  )
}

/** Whether `l` and `r`, which are not the same value, mean something different. */
function difference(type: Type, code: GeneratedFunction, { cellOf, semanticEqual }: Comparisons): string {
  if (type.kind === 'struct') {
    const cell = code.nameOf(cellOf(type), shortName(type))
    return `((l ?? null) === null || (r ?? null) === null ? (l ?? null) !== (r ?? null) : !${cell}.run(l, r))`
  }
  if (type.kind === 'scalar' && SCALARS[type.name].equal === undefined) return '(l ?? null) !== (r ?? null)'
  return `!${code.nameOf(semanticEqual, 'semanticEqual')}(${code.nameOf(type, type.kind)}, l, r)`
}
