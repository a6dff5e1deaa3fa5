import type { FieldErrors } from '../../meta/field-errors.js'
import { rfc1123Subdomain } from '../../meta/formats.js'

const LONGEST_NAME = 63

/** The name of a driver is a domain, in whatever case. */
export function mustBeDriverName(field: string, name: string, errors: FieldErrors): void {
  if (name === '') errors.required(field)
  if (name.length > LONGEST_NAME) errors.tooLarge(field, LONGEST_NAME)
  for (const problem of rfc1123Subdomain(name.toLowerCase())) errors.invalid(field, name, problem)
}
