import type { Fields, Type } from '#schema/type.js'
import { NAMED_SCALARS, type NamedType } from './named-type.js'

/** The types and all types that they refer to, without duplicates, ordered by name. */
export function reachableTypes(types: Iterable<NamedType>): NamedType[] {
  const found = new Map<string, NamedType>()
  for (const type of types) collect(type, found)
  return [...found.values()].sort((left, right) => (left.name < right.name ? -1 : 1))
}

function collect(type: NamedType, found: Map<string, NamedType>): void {
  if (found.has(type.name)) return
  found.set(type.name, type)
  if (type.kind === 'either') collect(type.struct, found)
  if (type.kind !== 'struct') return
  for (const field of Object.values(type.fields as Fields)) {
    const part = namedPart(field.type)
    if (part !== undefined) collect(part, found)
  }
}

/** The named type that documents refer to; undefined for a type that is described inline. */
export function namedPart(type: Type): NamedType | undefined {
  switch (type.kind) {
    case 'scalar':
      return NAMED_SCALARS.get(type.name)
    case 'struct':
    case 'either':
      return type
    default:
      return namedPart(type.element)
  }
}
