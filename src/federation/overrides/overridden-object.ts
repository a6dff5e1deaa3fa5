import { type FieldError, fieldErrorMessage } from '#meta/field-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import type { ServedVersion } from '#registry/kind.js'
import { DecodeError } from '#schema/decode-error.js'
import { unknownFields } from '#schema/unknown-fields.js'

/** Returns why a member would reject an overridden copy, or undefined. */
export function overriddenObjectError(
  version: ServedVersion,
  copy: object,
  overridden: object,
): string | undefined {
  // Only the member can check custom resources: its definition may be another.
  if (version.isCustomResource) return undefined
  const [unknown] = unknownFields(version.schema, overridden, 1)
  if (unknown !== undefined) return `unknown field "${unknown}"`
  // A copy lacks fields that members set. These errors are not caused by the override.
  const before = new Set(errorsIn(version, copy).map(textOf))
  return errorsIn(version, overridden)
    .map(textOf)
    .find((text) => !before.has(text))
}

type CopyError = FieldError | DecodeError

function errorsIn(version: ServedVersion, object: object): readonly CopyError[] {
  try {
    const errors = new FieldErrors()
    version.rules.validate?.(version.decode(structuredClone(object)), errors)
    return errors.all
  } catch (error) {
    if (error instanceof DecodeError) return [error]
    throw error
  }
}

const textOf = (error: CopyError) =>
  error instanceof DecodeError ? error.message : `${error.field}: ${fieldErrorMessage(error)}`
