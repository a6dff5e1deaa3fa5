import type { FieldError, FieldErrorType } from '#meta/field-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import { type MetadataRules, validateEmbedded } from '#structural/embedded-resources.js'
import { validateRules } from '#structural/rules/validate-rules.js'
import type { StructuralSchema } from '#structural/schema.js'
import type { JsonObject } from '#structural/values.js'
import type { Pace, Work } from '#util/async/slices.js'
import { validateListTypes } from './list-types.js'
import { validateValue } from './validate-value.js'
import { ValidationErrors } from './validation-errors.js'

/**
 * All errors of an object by the schema of its kind: values, embedded objects, list types and rules. `old` is the
 * object that it replaces; unchanged values are accepted.
 */
export function* validateObject(
  schema: StructuralSchema,
  object: JsonObject,
  old: JsonObject | undefined,
  metadataRules: MetadataRules,
  pace: Pace,
): Work<readonly FieldError[]> {
  const errors = new ValidationErrors()
  yield* validateValue(schema, object, old, errors, pace)
  if (schema.hasEmbeddedResources) {
    validateEmbedded(schema, object, metadataRules, errors)
    if (pace.checkClock()) yield
  }
  if (schema.hasListTypes) {
    errors.addAll(listTypeErrors(schema, object, old))
    if (pace.checkClock()) yield
  }
  if (schema.hasRules) yield* validateByRules(schema, object, old, errors, pace)
  if (errors.count === 0) return errors.all
  const sorted = new FieldErrors()
  sorted.addAll(errors.all)
  return sorted.all
}

/** After these errors rules are not evaluated: they need values of the declared types, within bounds. */
const BLOCKING: ReadonlySet<FieldErrorType> = new Set([
  'required',
  'notSupported',
  'tooLong',
  'tooMany',
  'typeInvalid',
])
const NOT_CHECKED =
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation'

function* validateByRules(
  schema: StructuralSchema,
  object: JsonObject,
  old: JsonObject | undefined,
  errors: ValidationErrors,
  pace: Pace,
): Work {
  if (errors.all.some(({ type }) => BLOCKING.has(type))) errors.addRootError(NOT_CHECKED, null)
  else errors.addAll(yield* validateRules(schema, object, old, pace))
}

/** Lists that had duplicates before may keep duplicates. */
function listTypeErrors(
  schema: StructuralSchema,
  object: JsonObject,
  old: JsonObject | undefined,
): readonly FieldError[] {
  const found = new ValidationErrors()
  validateListTypes(schema, object, found)
  if (found.count === 0 || old === undefined) return found.all
  const before = new ValidationErrors()
  validateListTypes(schema, old, before)
  return before.count === 0 ? found.all : []
}
