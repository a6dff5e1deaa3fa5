import { BlockList, isIPv4 } from 'node:net'
import type { FieldErrors } from '../../meta/field-errors.js'
import { isAddressRange } from './network-address.js'

/** A range of addresses such as `10.0.0.0/8`. */
export interface AddressRange {
  readonly address: string
  readonly bits: number
  readonly family: 'ipv4' | 'ipv6'
}

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

export function parseAddressRange(text: string): AddressRange | undefined {
  if (!isAddressRange(text)) return undefined
  const [address = '', bits = ''] = text.split('/')
  return { address, bits: Number(bits), family: familyOf(address) }
}

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')

export function contains({ address, bits, family }: AddressRange, other: string): boolean {
  if (familyOf(other) !== family) return false
  const list = new BlockList()
  list.addSubnet(address, bits, family)
  return list.check(other, family)
}
