import { opaque } from '#cel/types.js'
import { OpaqueValue } from '#cel/values/values.js'
import { formatIPv6 } from '#util/net/ip-address.js'

/** IP addresses as bytes. */

export const IP = opaque('net.IP')

export class IpAddress extends OpaqueValue {
  override readonly type = IP
  /** 4 or 16. */
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    super()
    this.bytes = bytes
  }

  get family(): 4 | 6 {
    return this.bytes.length === 4 ? 4 : 6
  }

  override get size(): number {
    return this.bytes.length
  }

  override equals(other: OpaqueValue): boolean {
    return other instanceof IpAddress && Buffer.compare(this.bytes, other.bytes) === 0
  }

  /** The canonical form. */
  override toString(): string {
    return this.family === 4 ? this.bytes.join('.') : formatIPv6(this.bytes)
  }
}

/** The bytes of an address; zones and IPv4-mapped IPv6 addresses are refused. */
export function parseIp(text: string): IpAddress | undefined {
  const bytes = text.includes(':') ? parseIpv6(text) : parseIpv4(text)
  return bytes && !isMappedIpv4(bytes) ? new IpAddress(bytes) : undefined
}

const OCTET = /^(?:0|[1-9][0-9]{0,2})$/

function parseIpv4(text: string): Uint8Array | undefined {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => OCTET.test(part) && Number(part) < 256)) return undefined
  return Uint8Array.from(parts, Number)
}

/** In characters: six groups and an IPv4 address. */
const MAX_IPV6_LENGTH = 45

function parseIpv6(text: string): Uint8Array | undefined {
  if (text.length > MAX_IPV6_LENGTH) return undefined
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const [head, tail] = halves.map((half) => groupsOf(half)) as [number[] | undefined, number[] | undefined]
  if (!head || (halves.length === 2 && !tail)) return undefined
  const missing = 16 - head.length - (tail?.length ?? 0)
  if (halves.length === 2 ? missing < 2 : missing !== 0) return undefined
  return Uint8Array.from([...head, ...new Array(missing).fill(0), ...(tail ?? [])])
}

/** The bytes of the groups of one half; the last group may be an IPv4 address. */
function groupsOf(half: string): number[] | undefined {
  if (half === '') return []
  const bytes: number[] = []
  const groups = half.split(':')
  for (const [index, group] of groups.entries()) {
    if (group.includes('.')) {
      const ipv4 = index === groups.length - 1 ? parseIpv4(group) : undefined
      if (!ipv4) return undefined
      bytes.push(...ipv4)
    } else {
      if (!/^[0-9a-fA-F]{1,4}$/.test(group)) return undefined
      const value = Number.parseInt(group, 16)
      bytes.push(value >> 8, value & 0xff)
    }
  }
  return bytes
}

const isMappedIpv4 = (bytes: Uint8Array) =>
  bytes.length === 16 &&
  bytes.subarray(0, 10).every((byte) => byte === 0) &&
  bytes[10] === 0xff &&
  bytes[11] === 0xff
