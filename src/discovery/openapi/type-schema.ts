import type { AnyStruct, Field, FieldOptions, Fields, ScalarName, Type } from '#schema/type.js'
import type { GroupVersionKind } from './model.js'
import { NAMED_SCALARS, type NamedType } from './named-type.js'

/** The version of OpenAPI that a schema is written in. */
export type Dialect = 'v2' | 'v3'

export type JsonSchema = { readonly [name: string]: unknown }

/** The section of the types in a document. */
const DEFINITIONS: Readonly<Record<Dialect, string>> = {
  v2: '#/definitions/',
  v3: '#/components/schemas/',
}

export function referenceTo({ name }: NamedType, dialect: Dialect): JsonSchema {
  return { $ref: `${DEFINITIONS[dialect]}${name}` }
}

/** The schema of a type at the place where it is defined. */
export function typeSchema(
  type: NamedType,
  dialect: Dialect,
  groupVersionKinds: readonly GroupVersionKind[] = [],
): JsonSchema {
  const { description } = type
  // OpenAPI 2 cannot express alternatives, and OpenAPI 3 clients know the type by its name.
  if (type.kind === 'either') return { description }
  if (type.kind !== 'struct') return { description, ...type[dialect] }
  const fields = Object.entries(type.fields as Fields)
  const properties = Object.fromEntries(fields.map(([name, field]) => [name, propertySchema(field, dialect)]))
  const kinds = groupVersionKinds.length > 0 && { 'x-kubernetes-group-version-kind': groupVersionKinds }
  if (type.published !== undefined) return { ...type.published(dialect, properties), ...kinds }
  const needed = fields.filter(([, field]) => isNeeded(field)).map(([name]) => name)
  return {
    description,
    type: 'object',
    ...(needed.length > 0 && { required: needed }),
    ...(fields.length > 0 && { properties }),
    ...kinds,
    ...structExtensions(type),
  }
}

function structExtensions({ mapType, unions }: AnyStruct): JsonSchema {
  return {
    ...(mapType && { 'x-kubernetes-map-type': mapType }),
    ...(unions && {
      'x-kubernetes-unions': unions.map(({ discriminator, members }) => ({
        discriminator,
        'fields-to-discriminateBy': members,
      })),
    }),
  }
}

/** What is always on the wire is what clients have to send, unless the field says otherwise. */
function isNeeded({ presence, mustBeGiven }: Field): boolean {
  return mustBeGiven ?? (presence === 'required' || presence === 'nullable')
}

function propertySchema({ type, description, ...options }: Field, dialect: Dialect): JsonSchema {
  return {
    description,
    ...annotated(valueSchema(type, dialect, options.enum), dialect),
    // Clients of OpenAPI 2 know documents of this API without defaults.
    ...(dialect === 'v3' && options.default !== undefined && { default: options.default }),
    ...fieldExtensions(options),
  }
}

/** How lists and maps are patched, and who owns what is in them. */
function fieldExtensions({ merge, retainKeys, replace, ...options }: FieldOptions): JsonSchema {
  const strategies = [merge && 'merge', retainKeys && 'retainKeys', replace && 'replace'].filter(Boolean)
  return {
    ...(options.listMapKeys && { 'x-kubernetes-list-map-keys': options.listMapKeys }),
    ...(options.listType && { 'x-kubernetes-list-type': options.listType }),
    ...(options.mapType && { 'x-kubernetes-map-type': options.mapType }),
    ...(merge?.key !== undefined && { 'x-kubernetes-patch-merge-key': merge.key }),
    ...(strategies.length > 0 && { 'x-kubernetes-patch-strategy': strategies.join(',') }),
  }
}

/** In OpenAPI 3 nothing that stands beside a reference counts. */
function annotated(schema: JsonSchema, dialect: Dialect): JsonSchema {
  return dialect === 'v3' && '$ref' in schema ? { allOf: [schema] } : schema
}

/** `words` are the texts that the value, or each of its elements, may be. */
function valueSchema(type: Type, dialect: Dialect, words?: readonly string[]): JsonSchema {
  switch (type.kind) {
    case 'list':
      return { type: 'array', items: valueSchema(type.element, dialect, words) }
    case 'map':
      return { type: 'object', additionalProperties: valueSchema(type.element, dialect, words) }
    case 'struct':
    case 'either':
      return referenceTo(type, dialect)
    case 'scalar': {
      const named = NAMED_SCALARS.get(type.name)
      if (named !== undefined) return referenceTo(named, dialect)
      return { ...PLAIN_SCALARS[type.name], ...(words && { enum: words }) }
    }
  }
}

/** Those that have a name are never described on the spot. */
const PLAIN_SCALARS: Readonly<Record<ScalarName, JsonSchema>> = {
  string: { type: 'string' },
  boolean: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  number: { type: 'number', format: 'double' },
  bytes: { type: 'string', format: 'byte' },
  quantity: {},
  milliQuantity: {},
  time: {},
  microTime: {},
  duration: {},
  intOrString: {},
  json: {},
  schemaJson: {},
  fieldSet: {},
}
