import type { FieldErrors } from '#meta/field-errors.js'
import type { JsonSchema } from '#structural/json-schema.js'
import { linearPattern, PatternError } from '#util/text/linear-pattern.js'
import { isGiven, partsOf, propertyOf } from './schema-keywords.js'

/**
 * A part of a combinator restricts a value and says nothing of its structure, which is described once outside of
 * combinators.
 */

const EMPTY = 'must be empty to be structural'
const UNDEFINED = 'must be undefined to be structural'
const FALSE = 'must be false to be structural'

const FORBIDDEN: readonly (readonly [name: keyof JsonSchema, detail: string])[] = [
  ['type', EMPTY],
  ['additionalProperties', UNDEFINED],
  ['default', UNDEFINED],
  ['title', EMPTY],
  ['description', EMPTY],
  ['nullable', FALSE],
  ['externalDocs', UNDEFINED],
  ['x-kubernetes-preserve-unknown-fields', FALSE],
  ['x-kubernetes-embedded-resource', FALSE],
  ['x-kubernetes-int-or-string', FALSE],
  ['x-kubernetes-list-map-keys', EMPTY],
  ['x-kubernetes-list-type', UNDEFINED],
  ['x-kubernetes-map-type', UNDEFINED],
  ['x-kubernetes-validations', EMPTY],
]

/** `hasTypes` is set for the one part whose `anyOf` may name types. */
export function validateNested(part: JsonSchema, path: string, errors: FieldErrors, hasTypes = false): void {
  for (const { combinator, part: inner, at } of partsOf(part)) {
    if (combinator === 'anyOf' && hasTypes) continue
    validateNested(inner, `${path}.${at}`, errors)
  }
  validatePattern(part, path, errors)
  if (part.items !== undefined && !Array.isArray(part.items)) {
    validateNested(part.items as JsonSchema, `${path}.items`, errors)
  }
  for (const [name, property] of Object.entries(part.properties ?? {})) {
    validateNested(property, `${path}.properties[${name}]`, errors)
  }
  for (const [name, detail] of FORBIDDEN) {
    if (isSet(name, part)) errors.forbidden(`${path}.${name}`, detail)
  }
  if (propertyOf(part, 'metadata') !== undefined) {
    errors.forbidden(`${path}.properties[metadata]`, 'must not be specified in a nested context')
  }
}

/** Most keywords count as unset when they are empty. */
function isSet(name: keyof JsonSchema, part: JsonSchema): boolean {
  const value = part[name]
  return name === 'additionalProperties' || name === 'default'
    ? value !== undefined && value !== null
    : isGiven(value)
}

/** Everything that combinators at the root mention must be described outside of them, too. */
export function validateCompleteness(
  part: JsonSchema,
  schema: JsonSchema | undefined,
  path: string,
  schemaPath: string,
  errors: FieldErrors,
): void {
  if (schema === undefined) {
    errors.required(schemaPath, `because it is defined in ${path}`)
    return
  }
  for (const { part: inner, at } of partsOf(part)) {
    validateInnerCompleteness(inner, schema, `${path}.${at}`, schemaPath, errors)
  }
}

function validateInnerCompleteness(
  part: JsonSchema,
  schema: JsonSchema,
  path: string,
  schemaPath: string,
  errors: FieldErrors,
): void {
  validateCompleteness(part, schema, path, schemaPath, errors)
  const items = single(part.items)
  if (items !== undefined) {
    const itemsPath = `${schemaPath}.items`
    const described = single(schema.items)
    if (described === undefined) errors.required(itemsPath, `because it is defined in ${path}.items`)
    else validateInnerCompleteness(items, described, `${path}.items`, itemsPath, errors)
  }
  for (const [name, property] of Object.entries(part.properties ?? {})) {
    const at = `properties[${name}]`
    const described = propertyOf(schema, name)
    if (described === undefined) {
      errors.required(`${schemaPath}.${at}`, `because it is defined in ${path}.${at}`)
    } else validateInnerCompleteness(property, described, `${path}.${at}`, `${schemaPath}.${at}`, errors)
  }
}

function single(items: JsonSchema['items']): JsonSchema | undefined {
  return items === undefined || Array.isArray(items) ? undefined : (items as JsonSchema)
}

/** A pattern must be a regular expression that matches in linear time. */
export function validatePattern({ pattern }: JsonSchema, path: string, errors: FieldErrors): void {
  if (pattern === undefined || pattern === '') return
  try {
    linearPattern(pattern)
  } catch (error) {
    if (!(error instanceof PatternError)) throw error
    const detail = `must be a valid regular expression, but isn't: ${error.message}`
    errors.invalid(`${path}.pattern`, pattern, detail)
  }
}
