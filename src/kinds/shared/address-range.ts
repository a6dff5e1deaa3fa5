import type { FieldErrors } from '#meta/field-errors.js'
import { type AddressRange, AddressRanges, addressBytes, parseAddressRange } from '#util/ip-address.js'

export { parseAddressRange } from '#util/ip-address.js'

export const NOT_A_RANGE = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'

/** Returns the range that the text is; reports text that is none. */
export function mustBeAddressRange(
  field: string,
  text: string,
  errors: FieldErrors,
): AddressRange | undefined {
  const range = parseAddressRange(text)
  if (range === undefined) errors.invalid(field, text, NOT_A_RANGE)
  return range
}

/** Tells which addresses are in a range: those of its family. */
export function containment({ address, bits, family }: AddressRange): (other: string) => boolean {
  const addresses = new AddressRanges(`${address}/${bits}`)
  return (other) => other.includes(':') === (family === 'ipv6') && addresses.has(addressBytes(other))
}
