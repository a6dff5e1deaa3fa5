import { ObjectMeta } from '#meta/object-meta.js'
import type { ResourceName } from '#meta/resource.js'
import { typeMeta } from '#meta/type-meta.js'
import { isJsonObject } from '#schema/json-object.js'
import { type AnyStruct, optional, struct } from '#schema/type.js'
import type { JsonSchema } from '#structural/json-schema.js'

type SchemaObject = Record<string, unknown>

/** The OpenAPI type of a custom resource version, from its schema. `selectable` are paths of fields, such as `.spec.color`. */
export function publishedType(
  { group, version, kind }: ResourceName,
  selectable: readonly { readonly jsonPath: string }[],
  schema: () => JsonSchema,
): AnyStruct {
  const name = [...group.split('.').reverse(), version, kind].join('.')
  return struct(name, '', () => ({ ...typeMeta, metadata: optional(1, PublishedMeta, METADATA) }), {
    published: (dialect, common) => ({
      ...published(schema(), dialect, common),
      ...selectableFields(selectable),
    }),
  })
}

const selectableFields = (selectable: readonly { readonly jsonPath: string }[]): SchemaObject =>
  selectable.length === 0
    ? {}
    : {
        'x-kubernetes-selectable-fields': selectable.map(({ jsonPath }) => ({
          fieldPath: jsonPath.replace(/^\./, ''),
        })),
      }

/** OpenAPI documents of custom resources have no initializers. */
const PublishedMeta = struct(ObjectMeta.name, ObjectMeta.description, () => {
  const { initializers: _, ...fields } = ObjectMeta.fields
  return fields
})

const METADATA = "Standard object's metadata: name, labels and what the server adds."

type Dialect = 'v2' | 'v3'

function published(schema: JsonSchema, dialect: Dialect, common: SchemaObject): SchemaObject {
  // OpenAPI 2 clients assume that the listed properties are all.
  if (dialect === 'v2' && isOpen(schema as SchemaObject)) return { type: 'object' }
  const { properties, ...root } = publishedSchema(schema as SchemaObject, dialect, common) as {
    properties?: SchemaObject
  }
  return { ...root, type: 'object', properties: { ...common, ...withoutCommon(properties, common) } }
}

function withoutCommon(properties: SchemaObject = {}, common: SchemaObject): SchemaObject {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !Object.hasOwn(common, name)))
}

const OPEN = 'x-kubernetes-preserve-unknown-fields'
const EMBEDDED = 'x-kubernetes-embedded-resource'
const INT_OR_STRING = 'x-kubernetes-int-or-string'

/** Keywords besides subschemas. Examples and the like are omitted. */
const KEYWORDS = [
  ...['description', 'type', 'nullable', 'format', 'title', 'pattern', 'enum', 'required'],
  ...['maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'multipleOf', 'maxLength', 'minLength'],
  ...['maxItems', 'minItems', 'uniqueItems', 'maxProperties', 'minProperties'],
  ...[OPEN, EMBEDDED, INT_OR_STRING, 'x-kubernetes-list-map-keys', 'x-kubernetes-list-type'],
  ...['x-kubernetes-map-type', 'x-kubernetes-validations'],
] as const

const JUNCTORS = ['allOf', 'anyOf', 'oneOf'] as const

const isOpen = (schema: SchemaObject) => schema[OPEN] === true

/** A schema with only the keywords of the dialect. */
function publishedSchema(schema: SchemaObject, dialect: Dialect, common: SchemaObject): SchemaObject {
  const result = dialect === 'v3' ? withIntOrString(keywordsOf(schema)) : simplified(schema)
  const below = (value: unknown) => publishedSchema(value as SchemaObject, dialect, common)
  // OpenAPI 2 clients cannot read properties or items of a value without a type, or that may be null.
  const isClosed = dialect === 'v3' || !(isOpen(schema) || schema.nullable === true)
  if (isClosed) putBelow(schema, result, below)
  const { additionalProperties } = schema
  if (additionalProperties !== undefined) {
    result.additionalProperties = isJsonObject(additionalProperties)
      ? below(additionalProperties)
      : additionalProperties
  }
  if (schema.default !== undefined && schema.default !== null && dialect === 'v3') {
    result.default = schema.default
  }
  return schema[EMBEDDED] === true && !(dialect === 'v2' && isOpen(schema))
    ? embedded(result, common)
    : result
}

function putBelow(
  { properties, items }: SchemaObject,
  result: SchemaObject,
  below: (schema: unknown) => SchemaObject,
): void {
  if (isJsonObject(properties) && Object.keys(properties).length > 0) {
    result.properties = Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [name, below(value)]),
    )
  }
  if (isJsonObject(items)) result.items = below(items)
}

/** The keywords of a schema, without empty or false values. */
function keywordsOf(schema: SchemaObject): SchemaObject {
  const result: SchemaObject = {}
  for (const keyword of KEYWORDS) if (!isEmpty(schema[keyword])) result[keyword] = schema[keyword]
  for (const keyword of JUNCTORS) {
    const options = schema[keyword]
    if (Array.isArray(options) && options.length > 0) result[keyword] = options.map(part)
  }
  if (isJsonObject(schema.not)) result.not = part(schema.not)
  return result
}

/** A subschema of alternatives. */
function part(schema: SchemaObject): SchemaObject {
  const result = keywordsOf(schema)
  putBelow(schema, result, (value) => part(value as SchemaObject))
  return result
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

const ALTERNATIVES = [{ type: 'integer' }, { type: 'string' }]

function withIntOrString(schema: SchemaObject): SchemaObject {
  if (schema[INT_OR_STRING] !== true) return schema
  const { allOf, anyOf } = schema as { allOf?: readonly SchemaObject[]; anyOf?: readonly SchemaObject[] }
  if (isIntOrString(anyOf) || isIntOrString(allOf?.[0]?.anyOf as typeof anyOf)) return schema
  if (anyOf === undefined) return { ...schema, anyOf: ALTERNATIVES }
  return { ...schema, allOf: [{ anyOf: ALTERNATIVES }, ...(allOf ?? [])] }
}

const isIntOrString = (options: readonly SchemaObject[] | undefined) =>
  options?.length === 2 && options[0]?.type === 'integer' && options[1]?.type === 'string'

/**
 * OpenAPI 2 has neither alternatives nor null, and its clients expect no defaults. A list without items, and an
 * object with unlisted properties, have no type: clients would take it literally.
 */
function simplified(schema: SchemaObject): SchemaObject {
  const { allOf: _, anyOf: __, oneOf: ___, not: ____, nullable, type, required, ...rest } = keywordsOf(schema)
  const hasItems = isJsonObject(schema.items) && !isOpen(schema)
  const isUntyped =
    nullable === true ||
    rest[INT_OR_STRING] === true ||
    (type === 'array' && !hasItems) ||
    (type === 'object' && isOpen(schema))
  const needed = Array.isArray(required) ? neededIn(schema, required as string[]) : []
  return {
    ...rest,
    ...(!isUntyped && type !== undefined && { type }),
    ...(needed.length > 0 && { required: needed }),
  }
}

/** Omits nullable properties, which OpenAPI 2 clients would require. */
function neededIn({ properties, additionalProperties }: SchemaObject, required: readonly string[]): string[] {
  if (isNullable(additionalProperties)) return []
  return required.filter((name) => !(isJsonObject(properties) && isNullable(properties[name])))
}

const isNullable = (schema: unknown) => isJsonObject(schema) && schema.nullable === true

function embedded(schema: SchemaObject, common: SchemaObject): SchemaObject {
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : []
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  return {
    ...schema,
    required: [...new Set([...required, 'kind', 'apiVersion'])],
    properties: { ...common, ...withoutCommon(properties, common) },
  }
}
