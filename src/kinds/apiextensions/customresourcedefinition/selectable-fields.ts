import type { FieldErrors } from '#meta/field-errors.js'
import { fieldAtPath } from '#structural/rules/field-path.js'
import type { StructuralSchema } from '#structural/schema.js'

const MAX_SELECTABLE = 8
const SELECTABLE_TYPES = ['string', 'boolean', 'integer']

/** The rules on the fields that field selectors can use, which must be in the schema. */
export function validateSelectableFields(
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
