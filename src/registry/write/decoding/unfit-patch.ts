import { type ApiError, invalid } from '#meta/api-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import type { ResourceName } from '#meta/resource.js'
import type { Patch } from '#patch/patch.js'
import { jsonExcerpt } from '#util/excerpt.js'
import { goDump } from './go-dump.js'

/** Kubernetes does not name the object in errors of a patch. */
const NAMELESS: ResourceName = { group: '', version: '', plural: '', kind: '' }
const MAX_PATCHED_LENGTH = 1000

/** The error of a patch that can be applied, but whose result is no object of the kind. */
export function unfitPatch(patch: Patch, patched: unknown, message: string): ApiError {
  const errors = new FieldErrors()
  const shown = patch.type === 'strategic' ? goDump(patch.changes) : jsonExcerpt(patched, MAX_PATCHED_LENGTH)
  errors.invalid('patch', shown, message)
  return invalid(NAMELESS, '', errors.all)
}
