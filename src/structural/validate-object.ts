import type { FieldError } from '../meta/field-error.js'
import { FieldErrors } from '../meta/field-errors.js'
import { type MetadataRules, validateEmbedded } from './embedded-resources.js'
import { Findings } from './findings.js'
import { validateListTypes } from './list-types.js'
import type { StructuralSchema } from './schema.js'
import { validateValue } from './validate-value.js'
import type { Members } from './values.js'

/**
 * Everything that is wrong with an object by the schema of its kind: its values, its embedded objects, and the items of
 * its lists. `old` is the object that it replaces; what is the same in both is not held against the new one.
 */
export function validateObject(
  schema: StructuralSchema,
  object: Members,
  old: Members | undefined,
  metadataRules: MetadataRules,
): readonly FieldError[] {
  const findings = new Findings()
  validateValue(schema, object, old, findings)
  if (schema.hasEmbeddedResources) validateEmbedded(schema, object, metadataRules, findings)
  if (schema.hasListTypes) findings.addAll(listTypeErrors(schema, object, old))
  if (findings.count === 0) return findings.all
  const errors = new FieldErrors()
  errors.addAll(findings.all)
  return errors.all
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
