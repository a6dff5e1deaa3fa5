import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven } from '#meta/field-rules.js'
import { dns1123Subdomain } from '#meta/formats.js'
import type { Initializer, Initializers } from '#meta/object-meta.js'
import { Status } from '#meta/status.js'
import { semanticEqual } from '#schema/equal.js'

export function validateInitializers({ pending, result }: Initializers, errors: FieldErrors): void {
  errors.each('pending', pending, validateInitializer)
  if (result !== undefined && result.status !== 'Failure') {
    errors.invalid('result.status', result.status ?? '', "must be 'Failure'")
  }
}

function validateInitializer({ name }: Initializer, errors: FieldErrors): void {
  if (!mustBeGiven('name', name, errors)) return
  const messages = dns1123Subdomain(name)
  if (messages.length > 0) errors.invalid('name', name, messages.join(','))
  else if (name.split('.').length < 3) {
    errors.invalid('name', name, 'should be a domain with at least three segments separated by dots')
  }
}

/** Initialization happens once: it cannot restart, and a failure is final. */
export function validateInitializersUpdate(
  initializers: Initializers | undefined,
  before: Initializers | undefined,
  errors: FieldErrors,
): void {
  if (initializers === undefined) return
  if (before === undefined) {
    errors.invalid('initializers', initializers, 'field is immutable once initialization has completed')
  } else if (before.result !== undefined && !semanticEqual(Status, initializers.result, before.result)) {
    errors.invalid('initializers.result', initializers.result, 'field is immutable')
  }
}
