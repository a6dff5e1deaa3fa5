import { isIP, isIPv4 } from 'node:net'
import type { FieldErrors } from '../../meta/field-errors.js'

/** Whether the text is an IP address of either family. One with a zone means something on one host only. */
export function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%')
}

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

const RANGE = /^([^/]+)\/([0-9]{1,3})$/

/** Whether the text is an address range such as `10.0.0.0/8`. */
export function isAddressRange(text: string): boolean {
  const [, address = '', bits = ''] = RANGE.exec(text) ?? []
  return isAddress(address) && Number(bits) <= (isIPv4(address) ? 32 : 128)
}
