import type { FieldErrors } from '../../../meta/field-errors.js'
import type { JsonSchema } from '../../../structural/json-schema.js'
import type { CustomResourceDefinitionVersion } from './schema.js'

/** The rules on the schema of a version, and on what refers to its fields. `former` is the schema that it replaces. */
export function validateVersionSchema(
  _version: Readonly<CustomResourceDefinitionVersion>,
  _former: JsonSchema | undefined,
  _errors: FieldErrors,
): void {}
