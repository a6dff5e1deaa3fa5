import { BlockList } from 'node:net'
import type { FieldErrors } from '../../meta/field-errors.js'
import { isAddress } from './network-address.js'

/** Addresses that traffic is sent to: not those that mean something else on every host. */

interface Range {
  readonly addresses: BlockList
  readonly problem: (address: string) => string
}

type Subnet = readonly [address: string, bits: number]

const range = (ipv4: Subnet, ipv6: Subnet, problem: Range['problem']): Range => {
  const addresses = new BlockList()
  addresses.addSubnet(...ipv4, 'ipv4')
  addresses.addSubnet(...ipv6, 'ipv6')
  return { addresses, problem }
}

const RANGES: readonly Range[] = [
  range(['0.0.0.0', 32], ['::', 128], (address) => `may not be unspecified (${address})`),
  range(['127.0.0.0', 8], ['::1', 128], () => 'may not be in the loopback range (127.0.0.0/8, ::1/128)'),
  range(
    ['169.254.0.0', 16],
    ['fe80::', 10],
    () => 'may not be in the link-local range (169.254.0.0/16, fe80::/10)',
  ),
  range(
    ['224.0.0.0', 24],
    ['ff02::', 16],
    () => 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
  ),
]

export function mustBeEndpointAddress(field: string, address: string, errors: FieldErrors): void {
  if (!isAddress(address)) {
    errors.invalid(field, address, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')
    return
  }
  const family = address.includes(':') ? 'ipv6' : 'ipv4'
  for (const { addresses, problem } of RANGES) {
    if (addresses.check(address, family)) errors.invalid(field, address, problem(address))
  }
}
