import { perObject } from '#util/per-object.js'
import { type AnyStruct, type Field, type Fields, list, map, struct, type Type } from './type.js'

/**
 * The same struct without defaults, on any level. Decoded by such a struct an object has all members that are always
 * there, and nothing that was not given: what objects of one version are converted to another by, where a default of the
 * one must not get into the other.
 */
export const withoutDefaults: (type: AnyStruct) => AnyStruct = perObject(bareStruct)

function bareStruct(type: AnyStruct): AnyStruct {
  const fields = () =>
    Object.fromEntries(Object.entries(type.fields as Fields).map(([name, field]) => [name, bareField(field)]))
  return struct(type.name, type.description, fields, type)
}

function bareField({ default: _, ...field }: Field): Field {
  return { ...field, type: bareType(field.type) }
}

function bareType(type: Type): Type {
  if (type.kind === 'scalar') return type
  if (type.kind === 'struct') return withoutDefaults(type)
  if (type.kind === 'either') return { ...type, struct: withoutDefaults(type.struct) }
  return (type.kind === 'list' ? list : map)(bareType(type.element))
}
