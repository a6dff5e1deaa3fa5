import type { FieldErrors } from '../../../meta/field-errors.js'
import { pathSegment } from '../../../meta/formats.js'
import type { ObjectMeta } from '../../../meta/object-meta.js'
import { validateMetadata } from '../../../registry/metadata/metadata-rules.js'
import { sameMeaning } from '../../../schema/equal.js'
import { compileSchema } from '../../../structural/compile.js'
import { KnownParts } from '../../../structural/definition/known-parts.js'
import { schemaProblems } from '../../../structural/definition/schema-problems.js'
import { fieldAtPath } from '../../../structural/field-path.js'
import type { StructuralSchema } from '../../../structural/schema.js'
import { JSONSchemaProps } from './json-schema-props.js'
import type { CustomResourceDefinitionVersion } from './schema.js'

/** The rules on the metadata of objects within objects, which have any name that can stand in a path. */
export function validateEmbeddedMetadata(metadata: ObjectMeta, errors: FieldErrors): void {
  const namespaced = metadata.namespace !== undefined
  validateMetadata(metadata, { namespaced, nameFormat: pathSegment }, errors)
}

const knownParts = new KnownParts()

/**
 * The rules on the schema of a version, and on what refers to its fields. `known` is the version that this one replaces: its
 * schema was accepted before. `errors` stands at `place`, which problems of schemas name in their words.
 */
export function validateVersionSchema(
  { schema, subresources, selectableFields = [] }: Readonly<CustomResourceDefinitionVersion>,
  known: CustomResourceDefinitionVersion | undefined,
  place: string,
  errors: FieldErrors,
): void {
  const json = schema?.openAPIV3Schema
  if (json === undefined) return
  const hasStatusSubresource = subresources?.status !== undefined
  const isSame = known !== undefined && sameMeaning(JSONSchemaProps, json, known.schema?.openAPIV3Schema)
  // What the root may say besides depends on the status.
  if (!isSame || (known.subresources?.status !== undefined) !== hasStatusSubresource) {
    const problems = schemaProblems(json, `${place}.schema.openAPIV3Schema`, {
      hasStatusSubresource,
      areRulesAccepted: isSame,
      metadataRules: validateEmbeddedMetadata,
      known: knownParts,
    })
    errors.addAll(problems.map((problem) => ({ ...problem, field: problem.field.slice(place.length + 1) })))
    if (problems.length > 0) return
  }
  if (selectableFields.length > 0) validateSelectableFields(selectableFields, compileSchema(json), errors)
}

const MOST_SELECTABLE = 8
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
    if ('problem' in found) {
      errors.invalid('jsonPath', jsonPath, `is an invalid path: ${found.problem}`)
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
  if (paths.size > MOST_SELECTABLE) errors.tooMany('selectableFields', paths.size, MOST_SELECTABLE)
}
