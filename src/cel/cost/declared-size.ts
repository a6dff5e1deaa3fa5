import { type CelType, isOptional } from '#cel/types.js'
import type { Range } from './range.js'

/** A path from a variable to a nested value: field names, and these steps into lists and maps. */
export type Path = readonly string[]
export const ITEMS = '@items'
export const KEYS = '@keys'
export const VALUES = '@values'
export const INDICES = '@indices'

/** The variable whose declaration is the fallback. */
const WHOLE = 'self'

/**
 * The size that the declaration allows for the value at a path, if it says any. Items of a list made by the
 * expression have no declaration; the published estimates use that of the whole value instead, without which hardly
 * any rule on parts of a string could be accepted.
 */
export function declaredSize(variables: ReadonlyMap<string, CelType>, path: Path): Range | undefined {
  const [variable, ...steps] = path
  let type = variables.get(variable as string) ?? variables.get(WHOLE)
  if (type && isOptional(type)) type = type.parameters[0]
  for (const step of steps) type = type && stepInto(type, step)
  return type && sizeOfType(type)
}

function stepInto(type: CelType, step: string): CelType | undefined {
  if (type.kind === 'list') return step === ITEMS ? type.element : undefined
  if (type.kind === 'map') {
    if (step === KEYS) return type.key
    return step === VALUES || type.hasSizedMembers ? type.value : undefined
  }
  return type.kind === 'object' ? type.fields.get(step)?.type : undefined
}

function sizeOfType(type: CelType): Range | undefined {
  switch (type.kind) {
    case 'string':
    case 'bytes':
    case 'list':
    case 'map':
    case 'dyn':
    case 'timestamp':
    case 'duration':
      return type.maxSize === undefined ? undefined : { min: 0, max: type.maxSize }
    case 'bool':
    case 'int':
    case 'uint':
    case 'double':
    case 'object':
      // A declared value without a length has no size.
      return { min: 0, max: 0 }
    default:
      return undefined
  }
}
