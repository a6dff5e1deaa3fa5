import { type CelType, isOptional } from '#cel/types.js'
import type { Range } from './range.js'

/** A way from a variable to a value below it: names of fields, and these steps into lists and maps. */
export type Path = readonly string[]
export const ITEMS = '@items'
export const KEYS = '@keys'
export const VALUES = '@values'
export const INDICES = '@indices'

/** The variable whose declaration stands in where there is none. */
const WHOLE = 'self'

/**
 * The size that the declaration of a variable allows the value at a path to have, where it says anything of it. The
 * items of a list that the expression itself has made have no declaration; the published estimates take what is
 * declared for the whole value in its place, without which hardly any rule on the parts of a text could be accepted.
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
  if (type.kind === 'map') return step === KEYS ? type.key : step === VALUES ? type.value : undefined
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
      // What is declared and has no length has no size either.
      return { min: 0, max: 0 }
    default:
      return undefined
  }
}
