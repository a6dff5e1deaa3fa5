import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import { sameMeaning } from '#schema/equal.js'
import { json } from '#schema/type.js'
import type { ControllerRevision } from './schema.js'

export function validateControllerRevision(
  { data, revision }: Readonly<ControllerRevision>,
  errors: FieldErrors,
): void {
  if (data === null || data === undefined) errors.required('data', 'data is mandatory')
  else if (typeof data !== 'object' || Array.isArray(data)) {
    errors.invalid('data', data, 'must be an object')
  }
  mustNotBeNegative('revision', revision, errors)
}

export function validateControllerRevisionUpdate(
  { data }: Readonly<ControllerRevision>,
  current: Readonly<ControllerRevision>,
  errors: FieldErrors,
): void {
  if (!sameMeaning(json, data, current.data)) errors.invalid('data', data, 'field is immutable')
}
