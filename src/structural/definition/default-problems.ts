import type { FieldErrors } from '../../meta/field-errors.js'
import { type MetadataRules, validateEmbedded } from '../embedded-resources.js'
import { Findings } from '../findings.js'
import { prune, UnknownFields } from '../prune.js'
import type { StructuralSchema } from '../schema.js'
import { validateValue } from '../validate-value.js'
import { copyOf, isMembers } from '../values.js'

/** A default has to be valid by its own schema, and to hold nothing that would be pruned. */
export function validateDefaults(
  schema: StructuralSchema,
  path: string,
  rules: MetadataRules,
  errors: FieldErrors,
): void {
  if (!schema.hasDefaults || errors.isFull) return
  if (schema.default !== undefined) validateDefault(schema, `${path}.default`, rules, errors)
  if (schema.items !== undefined) validateDefaults(schema.items, `${path}.items`, rules, errors)
  if (typeof schema.additionalProperties === 'object') {
    validateDefaults(schema.additionalProperties, `${path}.additionalProperties`, rules, errors)
  }
  for (const [name, property] of schema.properties ?? []) {
    validateDefaults(property, `${path}.properties[${name}]`, rules, errors)
  }
}

function validateDefault(
  schema: StructuralSchema,
  path: string,
  rules: MetadataRules,
  errors: FieldErrors,
): void {
  if (hasUnknownFields(schema)) errors.invalid(path, schema.default, 'must not have unknown fields')
  const findings = new Findings(path)
  validateEmbedded(schema, schema.default, rules, findings)
  if (findings.count === 0) validateValue(schema, schema.default, undefined, findings)
  errors.addAll(findings.all)
}

/** The default is pruned as the member of an object, whose own `metadata` would stay. */
function hasUnknownFields(schema: StructuralSchema): boolean {
  if (!isMembers(schema.default) && !Array.isArray(schema.default)) return false
  const unknown = new UnknownFields(1)
  const holder = { properties: new Map([['default', schema]]) }
  prune({ ...schema, ...holder, preserveUnknownFields: false }, { default: copyOf(schema.default) }, unknown)
  return unknown.isFull
}
