import { type AddressBytes, formatIPv6, isMappedIPv4, parseAddress, startsWith } from './ip-address.js'

/**
 * Addresses as older parsers read them, and as fields of older kinds still accept them: decimal numbers may begin with
 * zeros, and an IPv4-mapped IPv6 address counts as IPv4.
 */

const IPV4_BYTES = 4

/** 4 bytes or 16; undefined if the text is no address. */
export function parseLegacyAddress(text: string): AddressBytes | undefined {
  const bytes = parseAddress(text) ?? (text.includes('.') ? parseAddress(withoutZeros(text)) : undefined)
  return bytes && isMappedIPv4(bytes) ? bytes.slice(-IPV4_BYTES) : bytes
}

export const isLegacyAddress = (text: string): boolean => parseLegacyAddress(text) !== undefined

/** Undefined if the text is no address. */
export function familyOf(text: string): 'IPv4' | 'IPv6' | undefined {
  const bytes = parseLegacyAddress(text)
  return bytes && (bytes.length === IPV4_BYTES ? 'IPv4' : 'IPv6')
}

/** Whether current parsers read the text, and as the same family. */
export function isStrictAddress(text: string): boolean {
  const bytes = parseAddress(text)
  return bytes !== undefined && !isMappedIPv4(bytes)
}

/** Without leading zeros in the decimal numbers. */
function withoutZeros(text: string): string {
  const start = text.lastIndexOf(':') + 1
  const dotted = text.slice(start).split('.')
  return text.slice(0, start) + dotted.map((part) => part.replace(/^0+(?=[0-9])/, '')).join('.')
}

export interface LegacyRange {
  readonly address: AddressBytes
  readonly bits: number
}

/** Undefined if the text is no `address/bits`. The address may have bits beyond those of the network. */
export function parseLegacyRange(text: string): LegacyRange | undefined {
  const slash = text.indexOf('/')
  const digits = text.slice(slash + 1)
  if (slash < 0 || !/^[0-9]+$/.test(digits)) return undefined
  const written = text.slice(0, slash)
  const address = parseLegacyAddress(written)
  const isMappedText = address?.length === IPV4_BYTES && written.includes(':')
  const size = isMappedText ? 128 : (address?.length ?? 0) * 8
  if (address === undefined || Number(digits) > size) return undefined
  return { address, bits: Math.max(Number(digits) - (isMappedText ? 96 : 0), 0) }
}

/** The first address of the range. */
export const networkOf = ({ address, bits }: LegacyRange): AddressBytes =>
  address.map((byte, index) => {
    const kept = Math.min(Math.max(bits - index * 8, 0), 8)
    return byte & (0xff00 >> kept) & 0xff
  })

/** Whether a range is in another, and smaller. */
export const isStrictlyWithin = (inner: LegacyRange, outer: LegacyRange): boolean =>
  inner.bits > outer.bits && startsWith(inner.address, outer.address, outer.bits)

/** Whether an address is in a range and may belong to a host: not that of the network nor, for IPv4, that for broadcasts. */
export function isHostIn(range: LegacyRange, address: AddressBytes): boolean {
  const network = networkOf(range)
  if (network.length !== address.length || !startsWith(address, network, range.bits)) return false
  if (address.every((byte, at) => byte === network[at])) return false
  return address.length !== IPV4_BYTES || address.join() !== broadcastOf(range).join()
}

/** The last address of the range. */
const broadcastOf = (range: LegacyRange): AddressBytes =>
  networkOf(range).map((byte, index) => byte | (0xff >> Math.min(Math.max(range.bits - index * 8, 0), 8)))

/** The canonical form, which for IPv6 is that of RFC 5952. */
export const formatAddress = (bytes: AddressBytes): string =>
  bytes.length === IPV4_BYTES ? bytes.join('.') : formatIPv6(bytes)
