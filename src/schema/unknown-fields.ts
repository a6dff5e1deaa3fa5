import type { AnyStruct, Fields, Type } from './type.js'

/**
 * The paths of members that a value has and its description does not, in the order in which they stand.
 * Values of the wrong type are left for the decoder to refuse.
 */
export function unknownFields(type: AnyStruct, value: unknown): string[] {
  const found: string[] = []
  visit(type, value, '', found)
  return found
}

function visit(type: Type, value: unknown, path: string, found: string[]): void {
  if (typeof value !== 'object' || value === null) return
  switch (type.kind) {
    case 'scalar':
      return
    case 'list':
      if (!Array.isArray(value)) return
      for (const [index, element] of value.entries()) visit(type.element, element, `${path}[${index}]`, found)
      return
    case 'map':
      for (const [key, element] of Object.entries(value))
        visit(type.element, element, `${path}.${key}`, found)
      return
    case 'struct':
      if (!Array.isArray(value))
        visitMembers(type.fields as Fields, value as Record<string, unknown>, path, found)
  }
}

function visitMembers(fields: Fields, value: Record<string, unknown>, path: string, found: string[]): void {
  for (const key of Object.keys(value)) {
    const here = path === '' ? key : `${path}.${key}`
    // Strictness is about spelling too: a name in another case is not the name.
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined
    if (field === undefined) found.push(here)
    else visit(field.type, value[key], here, found)
  }
}
