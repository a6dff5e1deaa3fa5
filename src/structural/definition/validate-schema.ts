import { type FieldError, fieldErrorMessage } from '#meta/field-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import { compileSchema } from '#structural/compile.js'
import type { MetadataRules } from '#structural/embedded-resources.js'
import type { JsonSchema } from '#structural/json-schema.js'
import { validateRuleDefinitions } from '#structural/rules/validate-definitions.js'
import type { StructuralSchema } from '#structural/schema.js'
import type { Pace, Work } from '#util/async/slices.js'
import { isGiven, schemasWithin } from './schema-keywords.js'
import { SchemaPartCache } from './schema-part-cache.js'
import { NO_PARTS, type SchemaCache, Survey } from './survey.js'
import { validateDefaults } from './validate-defaults.js'
import { AT_ROOT, isSupported, validateKeywords } from './validate-keywords.js'
import { validateCompleteness } from './validate-nested.js'
import { validateStructure } from './validate-structure.js'

export interface SchemaOptions {
  /** Whether objects have a status subresource. */
  readonly hasStatusSubresource: boolean
  /** Whether the stored definition has the same rules: they stay valid even if they would now be refused. */
  readonly areRulesAccepted?: boolean
  /** For embedded objects in defaults. */
  readonly metadataRules: MetadataRules
  /** Parts of schemas that were checked with the same metadata rules. */
  readonly known?: SchemaPartCache
}

/**
 * All errors of a definition's schema at `path`. A valid schema can be compiled, and its objects can be handled in
 * bounded time.
 */
export function* validateSchema(
  schema: JsonSchema,
  path: string,
  options: SchemaOptions,
  pace: Pace,
): Work<readonly FieldError[]> {
  const survey = new Survey(schema, options.known ?? new SchemaPartCache())
  if (pace.checkClock()) yield
  yield* survey.countPatterns(pace)
  const { excess } = survey
  if (excess !== undefined) {
    const errors = new FieldErrors()
    errors.forbidden(path, excess)
    return errors.all
  }
  const errors = yield* errorsOf(schema, path, options, survey, pace)
  // Report errors of a repeated part at all its places.
  if (errors.length > 0) return yield* errorsOf(schema, path, options, NO_PARTS, pace)
  if (!options.areRulesAccepted) survey.remember()
  return errors
}

function* errorsOf(
  schema: JsonSchema,
  path: string,
  options: SchemaOptions,
  parts: SchemaCache,
  pace: Pace,
): Work<readonly FieldError[]> {
  const errors = new FieldErrors()
  if (options.hasStatusSubresource) validateRoot(schema, path, errors)
  if (schema.nullable === true) errors.forbidden(`${path}.nullable`, 'nullable cannot be true at the root')
  const compiled = yield* validateStructureAndDefaults(schema, path, options, parts, errors, pace)
  if (pace.checkClock()) yield
  validateKeywords(schema, path, AT_ROOT, parts, errors)
  if (errors.all.length === 0 && hasDialect(schema, parts)) {
    errors.invalid(path, '', "OpenAPIV3Schema 'schema' is not supported")
  }
  // The types of rules follow from a valid schema.
  if (errors.all.length > 0 || compiled === undefined || options.areRulesAccepted) return errors.all
  if (pace.checkClock()) yield
  return yield* validateRuleDefinitions(compiled, path, pace)
}

/**
 * Whether all parts of the schema would be compiled with their meaning. Errors that prevent it are the only ones
 * reported.
 */
function hasStructure(schema: JsonSchema, parts: SchemaCache): boolean {
  if (parts.isRepeated(schema)) return true
  return (
    !Array.isArray(schema.items) &&
    schema['x-kubernetes-preserve-unknown-fields'] !== false &&
    isSupported(schema) &&
    schemasWithin(schema).every((child) => hasStructure(child, parts))
  )
}

function hasDialect(schema: JsonSchema, parts: SchemaCache): boolean {
  if (parts.isRepeated(schema)) return false
  return isGiven(schema.$schema) || schemasWithin(schema).some((child) => hasDialect(child, parts))
}

/** Returns the compiled schema, if it can be compiled. */
function* validateStructureAndDefaults(
  schema: JsonSchema,
  path: string,
  { metadataRules }: SchemaOptions,
  parts: SchemaCache,
  errors: FieldErrors,
  pace: Pace,
): Work<StructuralSchema | undefined> {
  if (!hasStructure(schema, parts)) return undefined
  const structure = new FieldErrors()
  validateStructure(schema, 'root', path, parts, structure)
  if (pace.checkClock()) yield
  validateCompleteness(schema, schema, path, path, structure)
  errors.addAll(inOrder(structure.all))
  if (structure.all.length > 0) return undefined
  if (pace.checkClock()) yield
  const compiled = compileSchema(schema, parts)
  if (pace.checkClock()) yield
  yield* validateDefaults(compiled, path, metadataRules, errors, pace)
  return compiled
}

function inOrder(errors: readonly FieldError[]): readonly FieldError[] {
  const textOf = (error: FieldError) => `${error.field}: ${fieldErrorMessage(error)}`
  return errors
    .map((error) => ({ error, text: textOf(error) }))
    .sort((left, right) => (left.text < right.text ? -1 : 1))
    .map(({ error }) => error)
}

/** With a status subresource, the root's keywords must hold for both parts. The names are those of the message. */
const ROOT_KEYWORDS: { readonly [keyword: string]: string } = {
  description: 'Description',
  type: 'Type',
  format: 'Format',
  title: 'Title',
  maximum: 'Maximum',
  exclusiveMaximum: 'ExclusiveMaximum',
  minimum: 'Minimum',
  exclusiveMinimum: 'ExclusiveMinimum',
  maxLength: 'MaxLength',
  minLength: 'MinLength',
  pattern: 'Pattern',
  maxItems: 'MaxItems',
  minItems: 'MinItems',
  uniqueItems: 'UniqueItems',
  multipleOf: 'MultipleOf',
  required: 'Required',
  items: 'Items',
  properties: 'Properties',
  externalDocs: 'ExternalDocs',
  example: 'Example',
  'x-kubernetes-preserve-unknown-fields': 'XPreserveUnknownFields',
  'x-kubernetes-validations': 'XValidations',
}

const BEFORE_TYPE = ['id', '$schema', '$ref'] as const

function validateRoot(schema: JsonSchema, path: string, errors: FieldErrors): void {
  const hasOther = Object.entries(schema).some(
    ([name, value]) => ROOT_KEYWORDS[name] === undefined && isGiven(value),
  )
  const { type = '' } = schema
  // Only the first one is reported, in the order of the fields.
  if (type !== '' && type !== 'object' && !BEFORE_TYPE.some((name) => isGiven(schema[name]))) {
    const detail =
      'only "object" is allowed as the type at the root of the schema if the status subresource is enabled'
    errors.invalid(`${path}.type`, type, detail)
    return
  }
  if (!hasOther) return
  const allowed = Object.values(ROOT_KEYWORDS).join(' ')
  const detail = `only [${allowed}] fields are allowed at the root of the schema if the status subresource is enabled`
  errors.invalid(path, schema, detail)
}
