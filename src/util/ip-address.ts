import { isIP } from 'node:net'

/** Whether the text is an IP address of either family. One with a zone means something on one host only. */
export function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%')
}

/** A range of addresses such as `10.0.0.0/8`. */
export interface AddressRange {
  readonly address: string
  readonly bits: number
  readonly family: 'ipv4' | 'ipv6'
}

const BITS = /^[0-9]{1,3}$/

/** Undefined for text that is no range. */
export function parseAddressRange(text: string): AddressRange | undefined {
  const slash = text.indexOf('/')
  const address = text.slice(0, slash)
  const digits = text.slice(slash + 1)
  if (slash < 0 || !BITS.test(digits) || !isAddress(address)) return undefined
  const family = address.includes(':') ? 'ipv6' : 'ipv4'
  const bits = Number(digits)
  return bits <= (family === 'ipv4' ? 32 : 128) ? { address, bits, family } : undefined
}

/** Whether the text is an address range such as `10.0.0.0/8`. */
export const isAddressRange = (text: string): boolean => parseAddressRange(text) !== undefined

/** The bytes of an address, 4 or 16. */
export type AddressBytes = readonly number[]

const IPV6_BYTES = 16
/** What an address of IPv4 begins with that is written as one of IPv6: 80 bits of zero and 16 of one. */
const MAPPED_NETWORK: AddressBytes = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0]
const MAPPED_BITS = 96

const COLON = 0x3a
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
/** With it set, a letter is a small one. */
const CASE_BIT = 0x20
const TEN = 0x61 - 10

/** The bytes of a text that `isAddress`. Lists have tens of thousands of them: nothing is made but the bytes. */
export function addressBytes(text: string): AddressBytes {
  const bytes: number[] = []
  if (!text.includes(':')) {
    addDotted(text, 0, bytes)
    return bytes
  }
  const dotted = text.includes('.') ? text.lastIndexOf(':') + 1 : text.length
  const gap = addGroups(text, dotted, bytes)
  if (dotted < text.length) addDotted(text, dotted, bytes)
  if (gap < 0) return bytes
  const zeros = IPV6_BYTES - bytes.length
  for (let count = 0; count < zeros; count++) bytes.push(0)
  return bytes.copyWithin(gap + zeros, gap, IPV6_BYTES - zeros).fill(0, gap, gap + zeros)
}

/** Four decimal numbers with dots between them, from there to the end. */
function addDotted(text: string, start: number, bytes: number[]): void {
  let value = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== DOT) {
      value = value * 10 + code - ZERO
      continue
    }
    bytes.push(value)
    value = 0
  }
  bytes.push(value)
}

/** Groups of hexadecimal digits with colons between them, up to there. Returns before which byte zeros were left out, or -1. */
function addGroups(text: string, end: number, bytes: number[]): number {
  let gap = -1
  let value = 0
  let digits = 0
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code !== COLON) {
      value = value * 16 + (code <= NINE ? code - ZERO : (code | CASE_BIT) - TEN)
      digits++
      continue
    }
    if (digits > 0) bytes.push(value >> 8, value & 0xff)
    else if (at > 0) gap = bytes.length
    value = 0
    digits = 0
  }
  if (digits > 0) bytes.push(value >> 8, value & 0xff)
  return gap
}

/** Ranges of addresses. `BlockList` of Node makes an object outside of the language for every address that it looks at. */
export class AddressRanges {
  readonly #ranges: readonly (readonly [network: AddressBytes, bits: number])[]

  /** Each `address/bits`. */
  constructor(...ranges: readonly string[]) {
    this.#ranges = ranges.map((range) => {
      const [address = '', bits = ''] = range.split('/')
      return [addressBytes(address), Number(bits)]
    })
  }

  /** An address of IPv4 that is written as one of IPv6 is in the ranges of both. */
  has(address: AddressBytes): boolean {
    for (const [network, bits] of this.#ranges) if (startsWith(address, network, bits)) return true
    return startsWith(address, MAPPED_NETWORK, MAPPED_BITS) && this.has(address.slice(MAPPED_BITS / 8))
  }
}

/** Whether the first bits of two addresses of one family are the same. */
function startsWith(address: AddressBytes, network: AddressBytes, bits: number): boolean {
  if (address.length !== network.length) return false
  const whole = bits >> 3
  for (let index = 0; index < whole; index++) if (address[index] !== network[index]) return false
  const rest = 8 - (bits & 7)
  return rest === 8 || (address[whole] as number) >> rest === (network[whole] as number) >> rest
}
