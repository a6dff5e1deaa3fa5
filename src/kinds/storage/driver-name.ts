import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Subdomain } from '#meta/formats.js'

const MAX_NAME_LENGTH = 63

/** The name of a driver is a domain, in whatever case. */
export function mustBeDriverName(field: string, name: string, errors: FieldErrors): void {
  if (name === '') errors.required(field)
  if (name.length > MAX_NAME_LENGTH) errors.tooLarge(field, MAX_NAME_LENGTH)
  for (const problem of rfc1123Subdomain(name.toLowerCase())) errors.invalid(field, name, problem)
}
