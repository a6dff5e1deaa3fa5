import type { FieldErrors, StringFormat } from '#meta/field-errors.js'
import { mustLieBetween } from '#meta/field-rules.js'
import {
  type AddressRange,
  AddressRanges,
  addressBytes,
  isAddress,
  parseAddress,
  parseAddressRange,
} from '#util/net/ip-address.js'
import { portName } from './formats.js'

export { isAddress, isAddressRange } from '#util/net/ip-address.js'

export const NOT_AN_ADDRESS = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'

/** Returns whether it is an address; an empty string counts as absent. */
export function mustBeAddress(field: string, text: string | undefined, errors: FieldErrors): boolean {
  const given = text !== undefined && text !== ''
  if (given && !isAddress(text)) {
    errors.invalid(field, text, NOT_AN_ADDRESS)
    return false
  }
  return given
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
  const bytes = parseAddress(address)
  if (bytes === undefined) {
    errors.invalid(field, address, NOT_AN_ADDRESS)
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
