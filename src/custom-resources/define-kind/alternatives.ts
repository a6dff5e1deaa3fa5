import { isDeepStrictEqual } from 'node:util'
import { KindError } from './schema-type.js'

type Schema = Readonly<Record<string, unknown>>
type Properties = Readonly<Record<string, Schema>>

const INT_OR_STRING = 'x-kubernetes-int-or-string'

/** Keywords that do not restrict values. */
const ANNOTATIONS = ['type', 'title', 'description', 'default', 'nullable'] as const

/**
 * Merges alternatives into one schema: all enum values, an integer or string, or all properties of objects,
 * with the requirements of each alternative.
 */
export function unionOf(keyword: 'anyOf' | 'oneOf', schemas: readonly Schema[], at: string): Schema {
  const [only, ...others] = schemas
  if (only !== undefined && others.length === 0) return only
  const types = [...new Set(schemas.map(({ type }) => type))]
  if (types.length === 2 && types.includes('string') && types.includes('integer'))
    return { [INT_OR_STRING]: true }
  const [type] = types
  if (types.length !== 1 || type === undefined) {
    throw new KindError(`${at}: a structural schema cannot allow one of ${types.join(', ')}`)
  }
  if (schemas.every((schema) => schema.enum !== undefined)) {
    return { type, enum: [...new Set(schemas.flatMap((schema) => schema.enum as unknown[]))] }
  }
  if (type === 'object') return unionOfObjects(keyword, schemas, at)
  if (type === 'array') throw new KindError(`${at}: a structural schema cannot allow one of several lists`)
  return { type, [keyword]: schemas.map((schema) => without(schema, ANNOTATIONS)) }
}

function unionOfObjects(keyword: 'anyOf' | 'oneOf', schemas: readonly Schema[], at: string): Schema {
  const each = schemas.map(({ properties = {} }) => properties as Properties)
  const properties: Record<string, Schema> = {}
  const distinct = new Set<string>()
  for (const [name, schema] of each.flatMap((members) => Object.entries(members))) {
    const known = properties[name]
    if (known === undefined || isDeepStrictEqual(known, schema)) properties[name] = schema
    else {
      properties[name] = unionOf('anyOf', [known, schema], `${at}.${name}`)
      distinct.add(name)
    }
  }
  const common = requiredIn(schemas[0]).filter((name) =>
    schemas.every((schema) => requiredIn(schema).includes(name)),
  )
  const alternatives = schemas.map((schema, index) => {
    const required = requiredIn(schema).filter((name) => !common.includes(name))
    const described = Object.entries(each[index] as Properties).filter(([name]) => distinct.has(name))
    return {
      ...(required.length > 0 && { required }),
      ...(described.length > 0 && {
        properties: Object.fromEntries(
          described.map(([name, member]) => [name, without(member, ANNOTATIONS)]),
        ),
      }),
    }
  })
  return {
    type: 'object',
    properties,
    ...(common.length > 0 && { required: common }),
    [keyword]: alternatives,
  }
}

/** A schema that requires both. */
export function combined(left: Schema, right: Schema, at: string): Schema {
  if (left.type !== undefined && right.type !== undefined && left.type !== right.type) {
    throw new KindError(`${at}: no value is of both types ${left.type} and ${right.type}`)
  }
  const result: Record<string, unknown> = { ...right, ...left }
  if (left.properties !== undefined && right.properties !== undefined) {
    const [first, second] = [left.properties as Properties, right.properties as Properties]
    const shared = Object.keys(first).filter((name) => second[name] !== undefined)
    result.properties = {
      ...first,
      ...second,
      ...Object.fromEntries(
        shared.map((name) => [name, combined(first[name] ?? {}, second[name] ?? {}, `${at}.${name}`)]),
      ),
    }
  }
  const required = [...new Set([...requiredIn(left), ...requiredIn(right)])]
  if (required.length > 0) result.required = required
  return result
}

const requiredIn = (schema: Schema | undefined) => (schema?.required ?? []) as readonly string[]

function without(schema: Schema, names: readonly string[]): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !names.includes(name)))
}
