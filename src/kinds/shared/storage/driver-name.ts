import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Subdomain } from '#meta/formats.js'

/** In bytes. */
const MAX_NAME_LENGTH = 63

/** A driver name is a domain name; case does not matter. */
export function mustBeDriverName(field: string, name: string, errors: FieldErrors): void {
  if (name === '') errors.required(field)
  if (Buffer.byteLength(name) > MAX_NAME_LENGTH) errors.tooLarge(field, MAX_NAME_LENGTH)
  for (const message of rfc1123Subdomain(name.toLowerCase())) errors.invalid(field, name, message)
}
