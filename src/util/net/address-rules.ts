import { lookup as resolveName } from 'node:dns'
import { BlockList, isIPv4, type LookupFunction } from 'node:net'
import { isAddress, isAddressRange } from './ip-address.js'

/** Why an address is not dialled. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

/**
 * Addresses that clients must not name: link-local, unspecified, multicast, and the metadata services of clouds, which
 * serve secrets.
 */
const REFUSED = new BlockList()
REFUSED.addSubnet('169.254.0.0', 16, 'ipv4')
REFUSED.addSubnet('0.0.0.0', 8, 'ipv4')
REFUSED.addSubnet('224.0.0.0', 4, 'ipv4')
REFUSED.addAddress('255.255.255.255', 'ipv4')
REFUSED.addAddress('100.100.100.200', 'ipv4')
REFUSED.addAddress('192.0.0.192', 'ipv4')
REFUSED.addAddress('168.63.129.16', 'ipv4')
REFUSED.addSubnet('fe80::', 10, 'ipv6')
REFUSED.addSubnet('ff00::', 8, 'ipv6')
REFUSED.addAddress('::', 'ipv6')
REFUSED.addAddress('fd00:ec2::254', 'ipv6')
REFUSED.addAddress('fd20:ce::254', 'ipv6')
// 169.254.0.0/16 as gateways between the families write it.
REFUSED.addSubnet('64:ff9b::a9fe:0', 112, 'ipv6')
REFUSED.addSubnet('2002:a9fe::', 32, 'ipv6')

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Decides which addresses are dialled. */
export interface DialRules {
  /** Throws `AddressRefused`. Takes a resolved address, so that names cannot hide it. */
  expectAllowed(address: string): void
}

/**
 * Decides which addresses named by clients may be dialled: all except the refused ones, unless they are allowed
 * explicitly.
 */
export class AddressRules implements DialRules {
  readonly #allowed = new BlockList()

  /** Each `address` or `address/bits`. Throws `RangeError` for what is neither. */
  constructor(allowed: readonly string[] = []) {
    for (const text of allowed) {
      if (!isAddress(text) && !isAddressRange(text))
        throw new RangeError(`${JSON.stringify(text)} is no address`)
      const [address = '', bits] = text.split('/')
      const family = isIPv4(address) ? 'ipv4' : 'ipv6'
      if (bits === undefined) this.#allowed.addAddress(address, family)
      else this.#allowed.addSubnet(address, Number(bits), family)
    }
  }

  expectAllowed(address: string): void {
    const plain = MAPPED.exec(address)?.[1] ?? address
    const family = isIPv4(plain) ? 'ipv4' : 'ipv6'
    if (!REFUSED.check(plain, family) || this.#allowed.check(plain, family)) return
    throw new AddressRefused(`the address ${address} is not one that may be dialled`)
  }
}

/** Resolves names as usual, and refuses the addresses that must not be dialled. */
export function checkedLookup(rules: DialRules): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, options, (error, address, family) => {
      if (error) {
        callback(error, '', 4)
        return
      }
      try {
        const all = Array.isArray(address) ? address.map((entry) => entry.address) : [address as string]
        for (const one of all) rules.expectAllowed(one)
      } catch (refused) {
        callback(refused as Error, '', 4)
        return
      }
      callback(null, address, family)
    })
  }
}

const LOCAL = new BlockList()
LOCAL.addSubnet('127.0.0.0', 8, 'ipv4')
LOCAL.addAddress('::1', 'ipv6')

/** Allows what `AddressRules` allow, except this machine: for addresses that any client of a cluster may set. */
export class RemoteAddressRules implements DialRules {
  readonly #rules = new AddressRules()

  expectAllowed(address: string): void {
    const plain = MAPPED.exec(address)?.[1] ?? address
    if (LOCAL.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')) {
      throw new AddressRefused(`the address ${address} is not one that may be dialled`)
    }
    this.#rules.expectAllowed(address)
  }
}
