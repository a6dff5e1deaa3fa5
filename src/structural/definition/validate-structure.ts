import type { FieldErrors } from '#meta/field-errors.js'
import type { JsonSchema } from '#structural/json-schema.js'
import { isGiven, partsOf, propertyOf } from './schema-keywords.js'
import type { SchemaCache } from './survey.js'
import { validateNested, validatePattern } from './validate-nested.js'

/** Checks that a schema is structural: that every node describes the structure of its values. */

export type Level = 'root' | 'item' | 'field'

const UNTYPED: { readonly [level in Level]: string } = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
}

export function validateStructure(
  schema: JsonSchema,
  level: Level,
  path: string,
  parts: SchemaCache,
  errors: FieldErrors,
): void {
  if (parts.isRepeated(schema)) return
  const { type = '', items, properties = {}, additionalProperties } = schema
  if (type === 'array' && items === undefined) errors.required(`${path}.items`, 'must be specified')
  if (items !== undefined && !Array.isArray(items)) {
    validateStructure(items as JsonSchema, 'item', `${path}.items`, parts, errors)
  }
  for (const [name, property] of Object.entries(properties)) {
    validateStructure(property, 'field', `${path}.properties[${name}]`, parts, errors)
  }
  if (additionalProperties !== undefined && level === 'root') {
    errors.forbidden(`${path}.additionalProperties`, 'must not be used at the root')
  }
  if (typeof additionalProperties === 'object') {
    validateStructure(additionalProperties, 'field', `${path}.additionalProperties`, parts, errors)
  }
  validateIntOrString(schema, path, errors)
  validateCombinators(schema, path, errors)
  validatePattern(schema, path, errors)
  validateType(schema, level, path, errors)
  if (level === 'root' || schema['x-kubernetes-embedded-resource'] === true) {
    validateResource(schema, level, path, errors)
  }
}

function validateIntOrString(schema: JsonSchema, path: string, errors: FieldErrors): void {
  if (schema['x-kubernetes-int-or-string'] !== true) return
  for (const name of ['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'] as const) {
    if (schema[name] === true) {
      errors.invalid(`${path}.${name}`, true, 'must be false if x-kubernetes-int-or-string is true')
    }
  }
}

/** The only types allowed in combinators: integer or string. */
const INT_OR_STRING = ['integer', 'string']

function isIntOrString(anyOf: readonly JsonSchema[] | undefined): boolean {
  return (
    anyOf?.length === 2 &&
    anyOf.every((part, index) => {
      const given = Object.entries(part).filter(([, value]) => isGiven(value))
      return given.length === 1 && part.type === INT_OR_STRING[index]
    })
  )
}

function validateCombinators(schema: JsonSchema, path: string, errors: FieldErrors): void {
  const isException = isIntOrString(schema.anyOf)
  const isExceptionWithin = isIntOrString(schema.allOf?.[0]?.anyOf)
  for (const { combinator, part, at } of partsOf(schema)) {
    if (combinator === 'anyOf' && isException) continue
    const isFirst = combinator === 'allOf' && at === 'allOf[0]'
    validateNested(part, `${path}.${at}`, errors, isFirst && isExceptionWithin)
  }
}

function validateType(schema: JsonSchema, level: Level, path: string, errors: FieldErrors): void {
  const { type = '' } = schema
  const isOpen =
    schema['x-kubernetes-int-or-string'] === true || schema['x-kubernetes-preserve-unknown-fields'] === true
  const field = `${path}.type`
  if (schema['x-kubernetes-embedded-resource'] === true && type !== 'object') {
    const detail = 'must be object if x-kubernetes-embedded-resource is true'
    if (type === '') errors.required(field, detail)
    else errors.invalid(field, type, detail)
  } else if (type === '' && !isOpen) errors.required(field, UNTYPED[level])
  if (level === 'root' && type !== '' && type !== 'object') {
    errors.invalid(field, type, 'must be object at the root')
  }
}

/** An object with `apiVersion`, `kind` and `metadata`: the root or an embedded one. */
function validateResource(schema: JsonSchema, level: Level, path: string, errors: FieldErrors): void {
  if (level !== 'root') validateEmbedded(schema, path, errors)
  for (const name of ['kind', 'apiVersion']) {
    const property = propertyOf(schema, name)
    if (property !== undefined && property.type !== 'string') {
      errors.invalid(`${path}.properties[${name}].type`, property.type ?? '', 'must be string')
    }
  }
  const metadata = propertyOf(schema, 'metadata')
  if (metadata === undefined) return
  const field = `${path}.properties[metadata]`
  if (metadata.type !== 'object') errors.invalid(`${field}.type`, metadata.type ?? '', 'must be object')
  if (level === 'root' && !namesOnly(metadata)) {
    const detail =
      'must not specify anything other than name and generateName, but metadata is implicitly specified'
    errors.forbidden(field, detail)
  }
}

function validateEmbedded(schema: JsonSchema, path: string, errors: FieldErrors): void {
  if (schema.additionalProperties !== undefined) {
    const detail = 'must not be used if x-kubernetes-embedded-resource is set'
    errors.forbidden(`${path}.additionalProperties`, detail)
  }
  const isEmpty = Object.keys(schema.properties ?? {}).length === 0
  if (isEmpty && schema['x-kubernetes-preserve-unknown-fields'] !== true) {
    const detail =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields'
    errors.required(`${path}.properties`, detail)
  }
}

const NAMES = ['name', 'generateName']
/** Keywords that do not restrict metadata, or are checked elsewhere. */
const SILENT = new Set(['type', 'properties', 'default', 'example'])

function namesOnly(metadata: JsonSchema): boolean {
  return (
    Object.keys(metadata.properties ?? {}).every((name) => NAMES.includes(name)) &&
    Object.entries(metadata).every(([name, value]) => SILENT.has(name) || !isGiven(value))
  )
}
