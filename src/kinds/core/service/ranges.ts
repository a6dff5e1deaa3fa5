import type { AddressBytes } from '#util/net/ip-address.js'
import {
  formatAddress,
  isHostIn,
  networkOf,
  parseLegacyAddress,
  parseLegacyRange,
} from '#util/net/legacy-address.js'
import type { IP_FAMILIES } from './schema.js'

/** The ranges of cluster addresses and node ports. */

export type IPFamily = (typeof IP_FAMILIES)[number]

/** A range of numbers to allocate from. */
export interface NumberRange {
  readonly first: number
  readonly last: number
  /** Lower numbers are allocated last: they are left to clients that choose their own. */
  readonly firstChosen: number
}

/** A range of cluster addresses. */
export interface AddressRange {
  /** As in `10.96.0.0/12`. */
  readonly text: string
  readonly family: IPFamily
  readonly network: AddressBytes
  readonly bits: number
  /** The addresses that the server chooses from, as offsets from that of the network. */
  readonly offsets: NumberRange
}

/** The server chooses none of the further addresses of a range. */
const MAX_CHOICE = 2 ** 32

/** Undefined if the text is no range. Bits beyond the network do not count. */
export function parseClusterRange(text: string): AddressRange | undefined {
  const range = parseLegacyRange(text)
  if (range === undefined) return undefined
  const network = networkOf(range)
  const isIPv4 = network.length === 4
  const size = Math.min(2 ** (network.length * 8 - range.bits), MAX_CHOICE)
  return {
    text: `${formatAddress(network)}/${range.bits}`,
    family: isIPv4 ? 'IPv4' : 'IPv6',
    network,
    bits: range.bits,
    // Without the address of the network, and for IPv4 without that for broadcasts.
    offsets: { first: 1, last: size - (isIPv4 ? 2 : 1), firstChosen: 1 + leftToClients(size, 16, 256) },
  }
}

/** Undefined if the text is neither `first-last`, `first+more` nor a single port. */
export function parsePortRange(text: string): NumberRange | undefined {
  const [, digits = '', sign, more = '0'] = /^([0-9]{1,5})(?:([-+])([0-9]{1,5}))?$/.exec(text.trim()) ?? []
  const first = Number(digits)
  const last = sign === '-' ? Number(more) : first + Number(more)
  if (first < 1 || last < first || last > 65_535) return undefined
  return { first, last, firstChosen: first + leftToClients(last - first + 1, 32, 128) }
}

/** How many numbers of a range clients choose: a share of it between 16 and a limit, none of a small one. */
function leftToClients(size: number, share: number, limit: number): number {
  return size <= 16 ? 0 : Math.min(Math.max(Math.floor(size / share), 16), limit)
}

export const isWithin = ({ first, last }: NumberRange, number: number) => number >= first && number <= last

/** Whether the range allocates the address. */
export function hasAddress({ network, bits }: AddressRange, address: string): boolean {
  const bytes = parseLegacyAddress(address)
  return bytes !== undefined && isHostIn({ address: network, bits }, bytes)
}

/** The address of an offset. */
export function addressAt({ network }: AddressRange, offset: number): string {
  const shifts = Array.from(network, (_, at) => (network.length - 1 - at) * 8)
  return formatAddress(
    network.map((byte, at) => byte + (Math.floor(offset / 2 ** (shifts[at] as number)) % 256)),
  )
}

/** Older fields allow leading zeros. */
export const canonicalAddress = (address: string) => formatAddress(parseLegacyAddress(address) ?? [])

/** A random free number of the range; undefined if there is none. */
export function chooseFree(
  range: NumberRange,
  random: (limit: number) => number,
  isTaken: (number: number) => boolean,
): number | undefined {
  return (
    freeBetween(range.firstChosen, range.last, random, isTaken) ??
    freeBetween(range.first, range.firstChosen - 1, random, isTaken)
  )
}

function freeBetween(
  first: number,
  last: number,
  random: (limit: number) => number,
  isTaken: (number: number) => boolean,
): number | undefined {
  const size = last - first + 1
  if (size <= 0) return undefined
  const start = random(size)
  for (let step = 0; step < size; step++) {
    const number = first + ((start + step) % size)
    if (!isTaken(number)) return number
  }
  return undefined
}
