import type { FieldError } from '#meta/field-error.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { pathSegment } from '#meta/formats.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import { validateMetadata } from '#registry/metadata/metadata-rules.js'
import { semanticEqual } from '#schema/equal.js'
import { compileSchema } from '#structural/compile.js'
import { SchemaPartCache } from '#structural/definition/schema-part-cache.js'
import { validateSchema } from '#structural/definition/validate-schema.js'
import { fieldAtPath } from '#structural/rules/field-path.js'
import type { StructuralSchema } from '#structural/schema.js'
import type { Pace, Work } from '#util/async/slices.js'
import { JSONSchemaProps } from './json-schema-props.js'
import type { CustomResourceDefinitionVersion } from './schema.js'

/** The rules on embedded metadata; any path segment is a valid name. */
export function validateEmbeddedMetadata(metadata: ObjectMeta, errors: FieldErrors): void {
  const namespaced = metadata.namespace !== undefined
  validateMetadata(metadata, { namespaced, nameFormat: pathSegment }, errors)
}

const knownParts = new SchemaPartCache()

type Version = Readonly<CustomResourceDefinitionVersion>

/** The schema errors by version. */
export type SchemaErrors = ReadonlyMap<Version, readonly FieldError[]>

/** Checks the schemas of versions, which takes long for large ones. `formerly` are the versions that they replace. */
export function* checkSchemas(
  versions: readonly Version[],
  formerly: readonly Version[],
  pace: Pace,
): Work<SchemaErrors> {
  const findings = new Map<Version, readonly FieldError[]>()
  for (const [index, version] of versions.entries()) {
    const known = formerly.find(({ name }) => name === version.name)
    findings.set(version, yield* checkSchema(version, known, placeOf(index), pace))
  }
  return findings
}

const placeOf = (index: number) => `spec.versions[${index}]`

/** `known` is the version that this one replaces: its schema was accepted before. */
function* checkSchema(
  { schema, subresources }: Version,
  known: Version | undefined,
  place: string,
  pace: Pace,
): Work<readonly FieldError[]> {
  const json = schema?.openAPIV3Schema
  if (json === undefined) return []
  const hasStatusSubresource = subresources?.status !== undefined
  const isSame = known !== undefined && semanticEqual(JSONSchemaProps, json, known.schema?.openAPIV3Schema)
  // Which other fields the root may have depends on the status subresource.
  if (isSame && (known.subresources?.status !== undefined) === hasStatusSubresource) return []
  const options = { hasStatusSubresource, areRulesAccepted: isSame, known: knownParts }
  const metadataRules = validateEmbeddedMetadata
  return yield* validateSchema(json, `${place}.schema.openAPIV3Schema`, { ...options, metadataRules }, pace)
}

/** The rules on the schema of a version and on references to its fields. `errors` is positioned at the version. */
export function validateVersionSchema(
  { schema, selectableFields = [] }: Version,
  index: number,
  messages: readonly FieldError[],
  errors: FieldErrors,
): void {
  const json = schema?.openAPIV3Schema
  if (json === undefined) return
  const { length } = placeOf(index)
  errors.addAll(messages.map((message) => ({ ...message, field: message.field.slice(length + 1) })))
  if (messages.length > 0) return
  if (selectableFields.length > 0) validateSelectableFields(selectableFields, compileSchema(json), errors)
}

const MAX_SELECTABLE = 8
const SELECTABLE_TYPES = ['string', 'boolean', 'integer']

function validateSelectableFields(
  fields: readonly { readonly jsonPath: string }[],
  schema: StructuralSchema,
  errors: FieldErrors,
): void {
  const paths = new Set<string>()
  errors.each('selectableFields', fields, ({ jsonPath }, errors) => {
    if (jsonPath === '') {
      errors.required('jsonPath')
      return
    }
    const found = fieldAtPath(schema, jsonPath, { allowBrackets: false })
    if ('error' in found) {
      errors.invalid('jsonPath', jsonPath, `is an invalid path: ${found.error}`)
      return
    }
    if (found.root === 'metadata') {
      errors.invalid('jsonPath', jsonPath, 'must not point to fields in metadata')
    }
    if (!SELECTABLE_TYPES.includes(found.schema?.type ?? '')) {
      errors.invalid(
        'jsonPath',
        jsonPath,
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
      )
    }
    if (paths.has(found.path)) errors.duplicate('jsonPath', jsonPath)
    paths.add(found.path)
  })
  if (paths.size > MAX_SELECTABLE) errors.tooMany('selectableFields', paths.size, MAX_SELECTABLE)
}
