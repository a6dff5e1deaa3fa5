import { isDeepStrictEqual } from 'node:util'
import type { FieldError } from '#meta/field-error.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { compileSchema } from '#structural/compile.js'
import type { CustomResourceDefinitionVersion } from './schema.js'
import { haveOneSchema, type SchemaErrors } from './schema-rules.js'
import { validateSelectableFields } from './selectable-fields.js'
import { validateColumn, validateScalePaths } from './version-rules.js'

type Version = Readonly<CustomResourceDefinitionVersion>

const PARTS = ['schema', 'subresources', 'additionalPrinterColumns', 'selectableFields'] as const
export type VersionPart = (typeof PARTS)[number]

/** The parts that are the same in all versions. Kubernetes checks each of them once, after the names. */
export function sharedParts(versions: readonly Version[]): ReadonlySet<VersionPart> {
  const [first, ...others] = versions
  return new Set(
    PARTS.filter((part) =>
      part === 'schema'
        ? haveOneSchema(versions)
        : others.every((version) => isDeepStrictEqual(version[part], first?.[part])),
    ),
  )
}

const relativeToVersion = (error: FieldError): FieldError => ({
  ...error,
  field: error.field.slice(error.field.indexOf('.schema') + 1),
})

type Place = 'in one version' | 'in all versions'

const NO_SCHEMA: Readonly<Record<Place, string>> = {
  'in one version': 'version.schema.openAPIV3Schema is not included',
  'in all versions': 'validations.schema is included',
}

/** The rules on the parts of a version that it has alone, or shares. `errors` is positioned at the version. */
export function validateVersionParts(
  version: Version,
  place: Place,
  shared: ReadonlySet<VersionPart>,
  schemaErrors: SchemaErrors,
  errors: FieldErrors,
): void {
  const includes = (part: VersionPart) => shared.has(part) === (place === 'in all versions')
  const found = schemaErrors.get(version) ?? []
  if (includes('schema')) errors.addAll(found.map(relativeToVersion))
  if (includes('subresources')) {
    errors.field('subresources', version.subresources, ({ scale }) =>
      errors.field('scale', scale, validateScalePaths),
    )
  }
  if (includes('additionalPrinterColumns')) {
    errors.each('additionalPrinterColumns', version.additionalPrinterColumns, validateColumn)
  }
  if (!includes('selectableFields') || !version.selectableFields?.length) return
  const json = version.schema?.openAPIV3Schema
  // Kubernetes looks for the schema where it looks for the fields: in the versions, or in what they share.
  if (json === undefined || !includes('schema')) {
    errors.invalid('selectableFields', '', `selectableFields may only be set when ${NO_SCHEMA[place]}`)
  } else if (found.length === 0)
    validateSelectableFields(version.selectableFields, compileSchema(json), errors)
}
