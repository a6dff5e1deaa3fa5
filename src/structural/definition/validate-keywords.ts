import type { FieldErrors } from '#meta/field-errors.js'
import type { JsonSchema } from '#structural/json-schema.js'
import { isGiven } from './schema-keywords.js'
import type { SchemaCache } from './survey.js'
import { validateListAndMapTypes } from './validate-list-types.js'

/** The JSON Schema keywords that a definition may use, and in which combinations. */

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string']
const UNSUPPORTED = [
  'id',
  'additionalItems',
  'patternProperties',
  'definitions',
  'dependencies',
  '$ref',
] as const

/** `additionalItems` is not allowed either, not even `false`. */
function usesUnsupported(schema: JsonSchema, name: (typeof UNSUPPORTED)[number]): boolean {
  return name === 'additionalItems' ? (schema[name] ?? undefined) !== undefined : isGiven(schema[name])
}

export const isSupported = (schema: JsonSchema): boolean =>
  UNSUPPORTED.every((name) => !usesUnsupported(schema, name))

const RESOURCE_FIELDS = ['metadata', 'kind', 'apiVersion']

/** The position of a schema, as far as keywords depend on it. */
export interface KeywordContext {
  readonly isRoot: boolean
  /** Whether the schema describes `metadata`, `kind` or `apiVersion` of an object. */
  readonly isInsideMetadata: boolean
  /** Why no default is allowed here. */
  readonly noDefaults: string | undefined
}

export const AT_ROOT: KeywordContext = { isRoot: true, isInsideMetadata: false, noDefaults: undefined }

export function validateKeywords(
  schema: JsonSchema,
  path: string,
  context: KeywordContext,
  parts: SchemaCache,
  errors: FieldErrors,
): void {
  // Metadata allows less than other places.
  if (parts.isRepeated(schema) && !context.isInsideMetadata) return
  validateOwnKeywords(schema, path, context, errors)
  const below: KeywordContext = { ...context, isRoot: false }
  validateAdditionalProperties(schema, path, below, parts, errors)
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const inside = propertyContext(schema, name, context)
    validateKeywords(property, `${path}.properties[${name}]`, inside, parts, errors)
  }
  for (const { schema: child, at } of otherSchemas(schema)) {
    validateKeywords(child, `${path}.${at}`, below, parts, errors)
  }
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    errors.invalid(`${path}.x-kubernetes-preserve-unknown-fields`, false, 'must be true or undefined')
  }
  validateListAndMapTypes(schema, path, errors)
}

function validateOwnKeywords(
  schema: JsonSchema,
  path: string,
  { isInsideMetadata, noDefaults }: KeywordContext,
  errors: FieldErrors,
): void {
  const { type = '', items } = schema
  if (type !== '' && !TYPES.includes(type)) errors.notSupported(`${path}.type`, type, TYPES)
  if (noDefaults !== undefined && (schema.default ?? undefined) !== undefined) {
    errors.forbidden(`${path}.default`, `must not be set ${noDefaults}`)
  }
  for (const name of UNSUPPORTED) {
    if (usesUnsupported(schema, name)) errors.forbidden(`${path}.${name}`, `${name} is not supported`)
  }
  if (type === 'null') {
    errors.forbidden(`${path}.type`, 'type cannot be set to null, use nullable as an alternative')
  }
  if (Array.isArray(items) && items.length > 0) {
    errors.forbidden(`${path}.items`, 'items must be a schema object and not an array')
  }
  if (isInsideMetadata && schema['x-kubernetes-embedded-resource'] === true) {
    errors.forbidden(`${path}.x-kubernetes-embedded-resource`, 'must not be used inside of resource meta')
  }
  if (schema.uniqueItems === true) {
    const detail = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic'
    errors.forbidden(`${path}.uniqueItems`, detail)
  }
}

function validateAdditionalProperties(
  { properties, additionalProperties }: JsonSchema,
  path: string,
  context: KeywordContext,
  parts: SchemaCache,
  errors: FieldErrors,
): void {
  if (additionalProperties === undefined) return
  const field = `${path}.additionalProperties`
  if (isGiven(properties) && additionalProperties !== true) {
    errors.forbidden(field, 'additionalProperties and properties are mutual exclusive')
  }
  if (typeof additionalProperties !== 'object') return
  const noDefaults = context.isInsideMetadata
    ? 'inside additionalProperties applying to object metadata'
    : context.noDefaults
  validateKeywords(additionalProperties, field, { ...context, noDefaults }, parts, errors)
}

function propertyContext(schema: JsonSchema, name: string, around: KeywordContext): KeywordContext {
  const below: KeywordContext = { ...around, isRoot: false }
  const isResource = around.isRoot || schema['x-kubernetes-embedded-resource'] === true
  if (!isResource || !RESOURCE_FIELDS.includes(name)) return below
  const noDefaults = around.isRoot ? `in top-level ${name}` : around.noDefaults
  return { ...below, isInsideMetadata: true, noDefaults }
}

/** All direct subschemas except the properties, which depend on their names. */
function otherSchemas(schema: JsonSchema): { readonly schema: JsonSchema; readonly at: string }[] {
  const found: { schema: JsonSchema; at: string }[] = []
  if (schema.not !== undefined) found.push({ schema: schema.not, at: 'not' })
  for (const name of ['allOf', 'oneOf', 'anyOf'] as const) {
    for (const [index, part] of (schema[name] ?? []).entries())
      found.push({ schema: part, at: `${name}[${index}]` })
  }
  for (const [name, definition] of Object.entries(schema.definitions ?? {})) {
    found.push({ schema: definition, at: `definitions[${name}]` })
  }
  if (Array.isArray(schema.items)) {
    for (const [index, item] of schema.items.entries()) found.push({ schema: item, at: `items[${index}]` })
  } else if (schema.items !== undefined) found.push({ schema: schema.items as JsonSchema, at: 'items' })
  for (const [name, dependency] of Object.entries(schema.dependencies ?? {})) {
    if (!Array.isArray(dependency))
      found.push({ schema: dependency as JsonSchema, at: `dependencies[${name}]` })
  }
  return found
}
