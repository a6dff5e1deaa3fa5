import { ObjectMeta } from '../meta/object-meta.js'
import type { ResourceName } from '../meta/resource.js'
import { typeMeta } from '../meta/type-meta.js'
import { isMembers } from '../schema/map-members.js'
import { type AnyStruct, optional, struct } from '../schema/type.js'
import type { JsonSchema } from '../structural/json-schema.js'

type Members = Record<string, unknown>

/** The type of objects of a defined version, as documents of OpenAPI show it: by the schema that its definition has. */
export function publishedType({ group, version, kind }: ResourceName, schema: () => JsonSchema): AnyStruct {
  const name = [...group.split('.').reverse(), version, kind].join('.')
  return struct(name, '', () => ({ ...typeMeta, metadata: optional(1, PublishedMeta, METADATA) }), {
    published: (dialect, common) => published(schema(), dialect, common),
  })
}

/** Defined kinds are younger than initializers, of which documents about them say nothing. */
const PublishedMeta = struct(ObjectMeta.name, ObjectMeta.description, () => {
  const { initializers: _, ...fields } = ObjectMeta.fields
  return fields
})

const METADATA = 'Name, labels and other standard data.'

type Dialect = 'v2' | 'v3'

function published(schema: JsonSchema, dialect: Dialect, common: Members): Members {
  const { properties, ...root } = publishedSchema(schema as Members, dialect, common) as {
    properties?: Members
  }
  return { type: 'object', ...root, properties: { ...common, ...withoutCommon(properties, common) } }
}

function withoutCommon(properties: Members = {}, common: Members): Members {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !Object.hasOwn(common, name)))
}

/** A schema without what the dialect has no words for, and with what it says only in ours. */
function publishedSchema(schema: Members, dialect: Dialect, common: Members): Members {
  const { properties, items, additionalProperties, ...rest } = schema
  const isOpen = rest['x-kubernetes-preserve-unknown-fields'] === true
  const below = (value: unknown) => publishedSchema(value as Members, dialect, common)
  const result: Members = dialect === 'v3' ? withIntOrString(rest) : plainly(rest)
  // Clients of OpenAPI 2 take what is described for all that there is.
  const isHidden = dialect === 'v2' && (isOpen || rest.nullable === true)
  if (isMembers(properties) && !isHidden) {
    result.properties = Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [name, below(value)]),
    )
  }
  if (isMembers(items) && !isHidden) result.items = below(items)
  if (additionalProperties !== undefined) {
    result.additionalProperties = isMembers(additionalProperties)
      ? below(additionalProperties)
      : additionalProperties
  }
  return rest['x-kubernetes-embedded-resource'] === true && !(dialect === 'v2' && isOpen)
    ? embedded(result, common)
    : result
}

const INT_OR_STRING = 'x-kubernetes-int-or-string'

function withIntOrString(schema: Members): Members {
  if (schema[INT_OR_STRING] !== true || 'anyOf' in schema || 'allOf' in schema) return { ...schema }
  return { ...schema, anyOf: [{ type: 'integer' }, { type: 'string' }] }
}

/** OpenAPI 2 knows neither alternatives nor null, and clients of it know documents without defaults. */
function plainly(schema: Members): Members {
  const { allOf: _, anyOf: __, oneOf: ___, not: ____, nullable, default: _____, ...rest } = schema
  if (nullable === true || rest[INT_OR_STRING] === true) rest.type = undefined
  return rest
}

function embedded(schema: Members, common: Members): Members {
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : []
  const properties = isMembers(schema.properties) ? schema.properties : {}
  return {
    ...schema,
    required: [...new Set([...required, 'kind', 'apiVersion'])],
    properties: { ...common, ...withoutCommon(properties, common) },
  }
}
