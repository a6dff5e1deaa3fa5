import { type FieldError, fieldErrorMessage } from '../meta/field-error.js'
import type { FieldErrors } from '../meta/field-errors.js'
import { pathSegment } from '../meta/formats.js'
import { validateLabels } from '../meta/label-rules.js'
import type { ObjectMeta } from '../meta/object-meta.js'
import { compileSchema } from './compile.js'
import type { JsonSchema, JsonSchemas } from './json-schema.js'
import type { StructuralSchema } from './schema.js'

/** What tests of schemas have in common. */

/** Some of the rules on metadata. */
export function metadataRules(metadata: ObjectMeta, errors: FieldErrors): void {
  if (metadata.name !== undefined) errors.format('metadata.name', metadata.name, pathSegment)
  validateLabels('metadata.labels', metadata.labels, errors)
}

/** A schema whose objects have these members in their `spec`. */
export function schemaOf(properties: JsonSchemas, more: Omit<JsonSchema, 'type'> = {}): StructuralSchema {
  return compileSchema({ type: 'object', properties: { spec: { type: 'object', properties, ...more } } })
}

export function texts(errors: readonly FieldError[]): string[] {
  return errors.map((error) => `${error.field}: ${fieldErrorMessage(error)}`)
}
