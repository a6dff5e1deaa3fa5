import type { FieldErrors } from '../../meta/field-errors.js'
import { AddressRanges, parseAddress } from '../../util/ip-address.js'
import { NOT_AN_ADDRESS } from './network-address.js'

interface SpecialRange {
  readonly addresses: AddressRanges
  readonly problem: string
}

const special = (ipv4: string, ipv6: string, problem: string): SpecialRange => ({
  addresses: new AddressRanges(ipv4, ipv6),
  problem,
})

const UNSPECIFIED = special('0.0.0.0/32', '::/128', 'may not be unspecified (0.0.0.0 or ::)')
/** Addresses that mean something else on every host. */
const OF_EVERY_HOST: readonly SpecialRange[] = [
  special('127.0.0.0/8', '::1/128', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'),
  special('169.254.0.0/16', 'fe80::/10', 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'),
  special(
    '224.0.0.0/24',
    'ff02::/16',
    'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
  ),
]

/**
 * An address that traffic is sent to must be one that a host can have on a network. `unspecified` says what is wrong with
 * the one for no host.
 */
export function mustBeOrdinaryAddress(
  field: string,
  address: string,
  errors: FieldErrors,
  unspecified = UNSPECIFIED.problem,
): void {
  const bytes = parseAddress(address)
  if (bytes === undefined) {
    errors.invalid(field, address, NOT_AN_ADDRESS)
    return
  }
  if (UNSPECIFIED.addresses.has(bytes)) errors.invalid(field, address, unspecified)
  for (const { addresses, problem } of OF_EVERY_HOST) {
    if (addresses.has(bytes)) errors.invalid(field, address, problem)
  }
}
