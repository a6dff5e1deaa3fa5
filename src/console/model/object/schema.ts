import { type Fields, isFields } from './values.js'
import type { FieldPath } from './yaml-text.js'

/** What the console reads of OpenAPI v3. */
export interface OpenApi {
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
}

export interface Schema {
  readonly $ref?: string
  readonly allOf?: readonly Schema[]
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly 'x-kubernetes-group-version-kind'?: readonly Fields[]
}

const MAX_REFERENCES = 10

/** Follows references. Fields beside a reference, such as a description, win. */
export function resolveSchema(api: OpenApi, schema: Schema | undefined, depth = 0): Schema | undefined {
  if (schema === undefined || depth > MAX_REFERENCES) return schema
  const { $ref, allOf, ...own } = schema
  const name = $ref?.slice($ref.lastIndexOf('/') + 1)
  const parts = name === undefined ? (allOf ?? []) : [api.components?.schemas?.[name] ?? {}, ...(allOf ?? [])]
  const resolved = parts.map((part) => resolveSchema(api, part, depth + 1))
  return Object.assign({}, ...resolved.toReversed(), own)
}

/** The schema of a kind. */
export function schemaOfKind(
  api: OpenApi,
  { group, version, kind }: { readonly group: string; readonly version: string; readonly kind: string },
): Schema | undefined {
  const found = Object.values(api.components?.schemas ?? {}).find((schema) =>
    schema['x-kubernetes-group-version-kind']?.some(
      (each) => each.group === group && each.version === version && each.kind === kind,
    ),
  )
  return resolveSchema(api, found)
}

/** The schema of a field. */
export function schemaAt(api: OpenApi, root: Schema, path: FieldPath): Schema | undefined {
  let schema: Schema | undefined = root
  for (const step of path) {
    if (schema === undefined) return undefined
    const { properties, items, additionalProperties }: Schema = schema
    const next: Schema | undefined =
      typeof step === 'number' ? items : (properties?.[step] ?? schemaOfValues(additionalProperties))
    schema = resolveSchema(api, next)
  }
  return schema
}

const schemaOfValues = (schema: Schema | boolean | undefined): Schema | undefined =>
  isFields(schema) ? (schema as Schema) : undefined

/** The type in words: `string`, `[]object`, `map[string]string`. */
export function typeName(api: OpenApi, given: Schema | undefined): string {
  const schema = resolveSchema(api, given)
  if (schema === undefined) return 'any'
  const { type, format, items, additionalProperties } = schema
  if (type === 'array') return `[]${typeName(api, items)}`
  if (isFields(additionalProperties)) return `map[string]${typeName(api, additionalProperties as Schema)}`
  if (format === 'int-or-string') return 'integer or string'
  return type ?? 'object'
}
