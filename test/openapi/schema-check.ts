import type { Json } from '../support/client.js'

/**
 * The paths at which a value does not match a schema of an OpenAPI 3 document. Null counts as absent, as for clients. Objects
 * without described properties may have any properties.
 */
export function mismatches(schema: Json, value: Json, types: Record<string, Json>, path = ''): string[] {
  if (value === null) return []
  const reference: string | undefined = schema.$ref ?? schema.allOf?.[0].$ref
  if (reference !== undefined) {
    return mismatches(types[reference.slice('#/components/schemas/'.length)], value, types, path)
  }
  // A value of several types is described without a type.
  if (schema.type === undefined && schema.oneOf === undefined) return []
  const allowed: string[] = schema.oneOf?.map(({ type }: Json) => type) ?? [schema.type]
  if (!allowed.some((type) => isOf(type, value)))
    return [`${path} is not of the type ${allowed.join(' or ')}`]
  if (schema.type === 'array') {
    return value.flatMap((element: Json, index: number) =>
      mismatches(schema.items, element, types, `${path}[${index}]`),
    )
  }
  if (schema.type !== 'object') return []
  const missing = (schema.required ?? []).filter((name: string) => !Object.hasOwn(value, name))
  return [
    ...missing.map((name: string) => `${pathOf(path, name)} is missing`),
    ...Object.entries<Json>(value).flatMap(([name, inside]) => {
      const inner = schema.properties?.[name] ?? schema.additionalProperties
      if (inner !== undefined) return mismatches(inner, inside, types, pathOf(path, name))
      return schema.properties === undefined ? [] : [`${pathOf(path, name)} is not described`]
    }),
  ]
}

const pathOf = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)

function isOf(type: string, value: Json): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    case 'object':
      return typeof value === 'object' && !Array.isArray(value)
    default:
      return typeof value === type
  }
}
