import type { FieldErrors, StringFormat } from '#meta/field-errors.js'
import { mustLieBetween } from '#meta/field-rules.js'
import { VALID } from '#meta/formats.js'
import {
  type AddressRange,
  AddressRanges,
  addressBytes,
  parseAddress,
  parseAddressRange,
} from '#util/net/ip-address.js'
import {
  formatAddress,
  isLegacyAddress,
  isStrictAddress,
  type LegacyRange,
  parseLegacyAddress,
  parseLegacyRange,
} from '#util/net/legacy-address.js'
import { portName } from './formats.js'

export { isAddress, isAddressRange } from '#util/net/ip-address.js'

export const NOT_AN_ADDRESS = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'

/** Returns whether it is an address, by the rules of older fields. */
export function mustBeAddress(field: string, text: string, errors: FieldErrors): boolean {
  const isAddress = isLegacyAddress(text)
  if (!isAddress) errors.invalid(field, text, NOT_AN_ADDRESS)
  return isAddress
}

/** By the rules of newer fields: the text is the canonical form. */
export const strictAddress: StringFormat = (text) => {
  const bytes = parseLegacyAddress(text)
  if (bytes === undefined) return [NOT_AN_ADDRESS]
  if (parseAddress(text) === undefined) return ['must not have leading 0s']
  if (!isStrictAddress(text)) return ['must not be an IPv4-mapped IPv6 address']
  const canonical = formatAddress(bytes)
  return canonical === text ? VALID : [`must be in canonical form ("${canonical}")`]
}

/** Returns whether it is such an address. */
export function mustBeStrictAddress(field: string, text: string, errors: FieldErrors): boolean {
  const messages = strictAddress(text)
  for (const message of messages) errors.invalid(field, text, message)
  return messages.length === 0
}

export { parseAddressRange } from '#util/net/ip-address.js'

const NOT_A_RANGE = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'

/** Returns the parsed range, or reports an error. */
export function mustBeAddressRange(
  field: string,
  text: string,
  errors: FieldErrors,
): AddressRange | undefined {
  const range = parseAddressRange(text)
  if (range === undefined) errors.invalid(field, text, NOT_A_RANGE)
  return range
}

/** By the rules of older fields. Returns the parsed range, or reports an error. */
export function mustBeLegacyRange(field: string, text: string, errors: FieldErrors): LegacyRange | undefined {
  const range = parseLegacyRange(text)
  if (range === undefined) errors.invalid(field, text, NOT_A_RANGE)
  return range
}

/** Returns whether an address is in a range; addresses of the other family are not. */
export function containment({ address, bits, family }: AddressRange): (other: string) => boolean {
  const addresses = new AddressRanges(`${address}/${bits}`)
  return (other) => other.includes(':') === (family === 'ipv6') && addresses.has(addressBytes(other))
}

interface SpecialRange {
  readonly addresses: AddressRanges
  readonly message: string
}

const special = (ipv4: string, ipv6: string, message: string): SpecialRange => ({
  addresses: new AddressRanges(ipv4, ipv6),
  message,
})

/** The address follows the message. */
const UNSPECIFIED = 'may not be unspecified'

const SPECIAL: readonly SpecialRange[] = [
  special('0.0.0.0/32', '::/128', UNSPECIFIED),
  special('127.0.0.0/8', '::1/128', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'),
  special('169.254.0.0/16', 'fe80::/10', 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'),
  special(
    '224.0.0.0/24',
    'ff02::/16',
    'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
  ),
]

/** A destination must not be a special address. */
export function mustBeOrdinaryAddress(field: string, address: string, errors: FieldErrors): void {
  const bytes = parseLegacyAddress(address)
  if (bytes === undefined) {
    errors.invalid(field, address, 'must be a valid IP address')
    return
  }
  for (const { addresses, message } of SPECIAL) {
    if (!addresses.has(bytes)) continue
    errors.invalid(field, address, message === UNSPECIFIED ? `${message} (${address})` : message)
  }
}

export function mustBePortNumber(field: string, port: number | undefined, errors: FieldErrors): void {
  mustLieBetween(1, 65535, field, port, errors)
}

export function mustBePort(
  field: string,
  port: number | string,
  errors: FieldErrors,
  nameFormat: StringFormat = portName,
): void {
  if (typeof port === 'number') mustBePortNumber(field, port, errors)
  else errors.format(field, port, nameFormat)
}
