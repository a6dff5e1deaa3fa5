import type { FieldError, FieldErrorType } from '#meta/field-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import type { Pace, Work } from '#util/slices.js'
import { type MetadataRules, validateEmbedded } from './embedded-resources.js'
import { Findings } from './findings.js'
import { validateListTypes } from './list-types.js'
import { validateRules } from './rules/validate-rules.js'
import type { StructuralSchema } from './schema.js'
import { validateValue } from './validate-value.js'
import type { Members } from './values.js'

/**
 * Everything that is wrong with an object by the schema of its kind: its values, its embedded objects, the items of its
 * lists, and what its rules say. `old` is the object that it replaces; what is the same in both is not held against the
 * new one.
 */
export function* validateObject(
  schema: StructuralSchema,
  object: Members,
  old: Members | undefined,
  metadataRules: MetadataRules,
  pace: Pace,
): Work<readonly FieldError[]> {
  const findings = new Findings()
  yield* validateValue(schema, object, old, findings, pace)
  if (schema.hasEmbeddedResources) {
    validateEmbedded(schema, object, metadataRules, findings)
    if (pace.look()) yield
  }
  if (schema.hasListTypes) {
    findings.addAll(listTypeErrors(schema, object, old))
    if (pace.look()) yield
  }
  if (schema.hasRules) yield* validateByRules(schema, object, old, findings, pace)
  if (findings.count === 0) return findings.all
  const errors = new FieldErrors()
  errors.addAll(findings.all)
  return errors.all
}

/** Mistakes after which rules cannot be evaluated: they read values of the types that are declared, and within bounds. */
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
  object: Members,
  old: Members | undefined,
  findings: Findings,
  pace: Pace,
): Work {
  if (findings.all.some(({ type }) => BLOCKING.has(type))) findings.addRootError(NOT_CHECKED, null)
  else findings.addAll(yield* validateRules(schema, object, old, pace))
}

/** Lists that had items twice before may have such still. */
function listTypeErrors(
  schema: StructuralSchema,
  object: Members,
  old: Members | undefined,
): readonly FieldError[] {
  const found = new Findings()
  validateListTypes(schema, object, found)
  if (found.count === 0 || old === undefined) return found.all
  const before = new Findings()
  validateListTypes(schema, old, before)
  return before.count === 0 ? found.all : []
}
