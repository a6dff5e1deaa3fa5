import { type FieldError, fieldErrorMessage } from '#meta/field-error.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { pathSegment } from '#meta/formats.js'
import { validateLabels } from '#meta/label-rules.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import { atOnce } from '#util/async/slices.js'
import { compileSchema } from './compile.js'
import * as definition from './definition/validate-schema.js'
import type { JsonSchema, JsonSchemas } from './json-schema.js'
import * as rules from './rules/validate-rules.js'
import type { StructuralSchema } from './schema.js'
import * as objects from './validation/validate-object.js'
import type { JsonObject } from './values.js'

/** Some of the rules on metadata. */
export function metadataRules(metadata: ObjectMeta, errors: FieldErrors): void {
  if (metadata.name !== undefined) errors.format('metadata.name', metadata.name, pathSegment)
  validateLabels('metadata.labels', metadata.labels, errors)
}

/** A schema whose objects have these properties in their `spec`. */
export function schemaOf(properties: JsonSchemas, more: Omit<JsonSchema, 'type'> = {}): StructuralSchema {
  return compileSchema({ type: 'object', properties: { spec: { type: 'object', properties, ...more } } })
}

export function texts(errors: readonly FieldError[]): string[] {
  return errors.map((error) => `${error.field}: ${fieldErrorMessage(error)}`)
}

export const validateObject = (
  schema: StructuralSchema,
  object: JsonObject,
  old: JsonObject | undefined,
  metadata: typeof metadataRules,
) => atOnce((pace) => objects.validateObject(schema, object, old, metadata, pace))

export const validateRules = (schema: StructuralSchema, object: unknown, old: unknown, budget?: number) =>
  atOnce((pace) => rules.validateRules(schema, object, old, pace, budget))

export const schemaProblems = (schema: JsonSchema, path: string, options: definition.SchemaOptions) =>
  atOnce((pace) => definition.validateSchema(schema, path, options, pace))
