import type { FieldErrors } from '#meta/field-errors.js'
import { isAddress } from '#util/ip-address.js'

export { isAddress, isAddressRange } from '#util/ip-address.js'

export const NOT_AN_ADDRESS = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'

/** Returns whether it is one; empty text is text that is not given. */
export function mustBeAddress(field: string, text: string | undefined, errors: FieldErrors): boolean {
  const given = text !== undefined && text !== ''
  if (given && !isAddress(text)) {
    errors.invalid(field, text, NOT_AN_ADDRESS)
    return false
  }
  return given
}
