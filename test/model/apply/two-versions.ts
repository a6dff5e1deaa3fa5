import { type AnyStruct, type Field, type Fields, list, map, struct, type Type } from '#schema/type.js'
import { stepsOf } from './flat-object.js'

/** The versions of a kind: the first has a schema and objects as tests make them, the second has them in capitals. */
export type Version = 'v1' | 'v2'
export const VERSIONS: readonly Version[] = ['v1', 'v2']

const capital = (name: string) => name.toUpperCase()
const small = (name: string) => name.toLowerCase()

export const schemaIn = (type: AnyStruct, version: Version) => (version === 'v1' ? type : capitalStruct(type))

const capitals = new WeakMap<AnyStruct, AnyStruct>()

function capitalStruct(type: AnyStruct): AnyStruct {
  const known = capitals.get(type)
  if (known !== undefined) return known
  const fields = Object.entries(type.fields as Fields).map(([name, field]) => [
    capital(name),
    { ...field, type: capitalType(field.type), listMapKeys: field.listMapKeys?.map(capital) },
  ])
  const made = struct(`${type.name}InCapitals`, type.description, Object.fromEntries(fields), type)
  capitals.set(type, made)
  return made
}

function capitalType(type: Type): Type {
  if (type.kind === 'scalar') return type
  if (type.kind === 'struct') return capitalStruct(type)
  if (type.kind === 'either') return { ...type, struct: capitalStruct(type.struct) }
  return (type.kind === 'list' ? list : map)(capitalType(type.element))
}

/** An object, or any value, of the first version as another version has it. The type is that of the first. */
export function valueIn(version: Version, type: Type, value: unknown): unknown {
  return version === 'v1' ? value : mapped(type, value, capital)
}

/** The inverse. */
export function valueFrom(version: Version, type: Type, value: unknown): unknown {
  return version === 'v1' ? value : mapped(type, value, small)
}

function mapped(type: Type, value: unknown, rename: (name: string) => string): unknown {
  if (value === null || typeof value !== 'object' || type.kind === 'scalar') return value
  if (Array.isArray(value))
    return value.map((item) => mapped((type as Extract<Type, { kind: 'list' }>).element, item, rename))
  const properties = Object.entries(value).map(([name, member]) =>
    type.kind === 'map'
      ? [name, mapped(type.element, member, rename)]
      : [rename(name), mapped(fieldOf(type as AnyStruct, name).type, member, rename)],
  )
  return Object.fromEntries(properties)
}

/** The steps of a path into an object of the first version, as another version has them. */
export function stepsIn(version: Version, type: AnyStruct, path: string): string[] {
  const steps = stepsOf(path)
  if (version === 'v1') return steps
  let within: Type = type
  return steps.map((step) => {
    const [prefix, name] = [step.slice(0, 2), step.slice(2)]
    const container: Type = within
    if (container.kind === 'struct') {
      within = fieldOf(container, name).type
      return `f:${capital(name)}`
    }
    within = (container as Extract<Type, { kind: 'list' | 'map' }>).element
    return prefix === 'k:' ? `k:${JSON.stringify(mapped(within, JSON.parse(name), capital))}` : step
  })
}

function fieldOf(type: AnyStruct, name: string): Field {
  return type.fields[small(name)] as Field
}
