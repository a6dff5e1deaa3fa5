import type { FieldErrors } from '#meta/field-errors.js'
import { AddressRanges, parseAddress } from '#util/ip-address.js'
import { NOT_AN_ADDRESS } from './network-address.js'

interface SpecialRange {
  readonly addresses: AddressRanges
  readonly problem: string
}

const special = (ipv4: string, ipv6: string, problem: string): SpecialRange => ({
  addresses: new AddressRanges(ipv4, ipv6),
  problem,
})

/** The address itself follows. */
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

/** An address that traffic is sent to must be one that a host can have on a network. */
export function mustBeOrdinaryAddress(field: string, address: string, errors: FieldErrors): void {
  const bytes = parseAddress(address)
  if (bytes === undefined) {
    errors.invalid(field, address, NOT_AN_ADDRESS)
    return
  }
  for (const { addresses, problem } of SPECIAL) {
    if (!addresses.has(bytes)) continue
    errors.invalid(field, address, problem === UNSPECIFIED ? `${problem} (${address})` : problem)
  }
}
