import { BlockList, isIPv4 } from 'node:net'
import type { FieldErrors } from '../../meta/field-errors.js'

interface SpecialRange {
  readonly ranges: BlockList
  readonly problem: string
}

function special(
  ipv4: readonly [string, number],
  ipv6: readonly [string, number],
  problem: string,
): SpecialRange {
  const ranges = new BlockList()
  ranges.addSubnet(...ipv4, 'ipv4')
  ranges.addSubnet(...ipv6, 'ipv6')
  return { ranges, problem }
}

const SPECIAL: readonly SpecialRange[] = [
  special(['0.0.0.0', 32], ['::', 128], 'may not be unspecified (0.0.0.0 or ::)'),
  special(['127.0.0.0', 8], ['::1', 128], 'may not be in the loopback range (127.0.0.0/8, ::1/128)'),
  special(
    ['169.254.0.0', 16],
    ['fe80::', 10],
    'may not be in the link-local range (169.254.0.0/16, fe80::/10)',
  ),
  special(
    ['224.0.0.0', 24],
    ['ff02::', 16],
    'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
  ),
]

/** An address that traffic is sent to must be one that a host can have on a network. */
export function mustBeOrdinaryAddress(field: string, address: string, errors: FieldErrors): void {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6'
  for (const { ranges, problem } of SPECIAL) {
    if (ranges.check(address, family)) errors.invalid(field, address, problem)
  }
}
