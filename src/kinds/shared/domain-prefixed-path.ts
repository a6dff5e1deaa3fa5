import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Subdomain } from '#meta/formats.js'

const PATH_PATTERN = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+"
const PATH = new RegExp(`^${PATH_PATTERN}$`)

/** A domain, a slash and a path: `example.com/controller`. Errors quote the part that is wrong. */
export function validateDomainPrefixedPath(field: string, text: string, errors: FieldErrors): void {
  if (text === '') {
    errors.required(field)
    return
  }
  const slash = text.indexOf('/')
  if (slash <= 0 || slash === text.length - 1) {
    errors.invalid(field, text, 'must be a domain-prefixed path (such as "acme.io/foo")')
    return
  }
  errors.format(field, text.slice(0, slash), rfc1123Subdomain)
  const path = text.slice(slash + 1)
  if (!PATH.test(path)) {
    errors.invalid(field, path, `Invalid path (regex used for validation is '${PATH_PATTERN}')`)
  }
}
