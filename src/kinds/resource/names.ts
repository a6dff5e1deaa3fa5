import { mustBeDriverName } from '#kinds/shared/storage/driver-name.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { boundedFormat, forExample, rfc1123Subdomain } from '#meta/formats.js'

const MAX_POOL_LENGTH = 253
const MAX_ID_LENGTH = 32
const ID = '[A-Za-z_][A-Za-z0-9_]*'

export const cIdentifier = boundedFormat(
  ID,
  Number.POSITIVE_INFINITY,
  `a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' ${forExample(ID, 'my_name', 'MY_NAME', 'MyName')}`,
)

export function mustBePoolName(field: string, name: string, errors: FieldErrors): void {
  if (name === '') {
    errors.required(field)
    return
  }
  if (Buffer.byteLength(name) > MAX_POOL_LENGTH) errors.tooLarge(field, MAX_POOL_LENGTH)
  for (const part of name.split('/')) errors.format(field, part, rfc1123Subdomain)
}

/** The name of an attribute or a capacity: `name`, or `domain/name`. */
export function mustBeQualifiedName(field: string, name: string, errors: FieldErrors): void {
  const [first = '', second] = name.split('/')
  if (second === undefined) {
    mustBeIdentifier(field, first, errors)
    return
  }
  if (first === '') errors.invalid(field, '', 'the domain must not be empty')
  else mustBeDriverName(field, first, errors)
  if (second === '') errors.invalid(field, '', 'the name must not be empty')
  else mustBeIdentifier(field, second, errors)
}

export function mustBeFullyQualifiedName(field: string, name: string, errors: FieldErrors): void {
  mustBeQualifiedName(field, name, errors)
  if (!name.includes('/')) {
    errors.invalid(field, name, 'a fully qualified name must be a domain and a name separated by a slash')
  }
}

function mustBeIdentifier(field: string, id: string, errors: FieldErrors): void {
  if (Buffer.byteLength(id) > MAX_ID_LENGTH) errors.tooLarge(field, MAX_ID_LENGTH)
  errors.format(field, id, cIdentifier)
}
