import { type CostModel, TRAVERSAL_FACTOR } from '#cel/cost/model.js'
import { costs, parses } from '#cel/cost/models.js'
import { add, ONE, type Range, scale, ZERO } from '#cel/cost/range.js'
import { BOOL, INT, opaque, STRING } from '#cel/types.js'
import { Failure } from '#cel/values/failure.js'
import { sizeOf } from '#cel/values/size.js'
import { type CelValue, OpaqueValue } from '#cel/values/values.js'
import { declare, type FunctionDeclaration, member, overload } from './declaration.js'
import { ipOf } from './ip.js'
import { IP, IpAddress, parseIp } from './ip-address.js'

/** Networks: an address and a prefix length. */

const CIDR = opaque('net.CIDR')

class Network extends OpaqueValue {
  override readonly type = CIDR
  readonly address: IpAddress
  readonly bits: number

  constructor(address: IpAddress, bits: number) {
    super()
    this.address = address
    this.bits = bits
  }

  override get size(): number {
    return Math.ceil(this.bits / 8)
  }

  override equals(other: OpaqueValue): boolean {
    return other instanceof Network && other.bits === this.bits && this.address.equals(other.address)
  }

  /** The network with all host bits zero. */
  get masked(): Network {
    const bytes = this.address.bytes.map((byte, index) => {
      const kept = Math.min(8, Math.max(0, this.bits - 8 * index))
      return byte & (0xff << (8 - kept))
    })
    return new Network(new IpAddress(bytes), this.bits)
  }

  contains(address: IpAddress): boolean {
    return (
      address.family === this.address.family && new Network(address, this.bits).masked.equals(this.masked)
    )
  }

  override toString(): string {
    return `${this.address}/${this.bits}`
  }
}

function parseNetwork(text: string): Network | undefined {
  const slash = text.lastIndexOf('/')
  const bits = text.slice(slash + 1)
  const address = slash < 0 ? undefined : parseIp(text.slice(0, slash))
  if (!address || !/^(?:0|[1-9][0-9]{0,2})$/.test(bits)) return undefined
  return Number(bits) > 8 * address.bytes.length ? undefined : new Network(address, Number(bits))
}

function networkOf(text: string): Network {
  const network = parseNetwork(text)
  if (!network)
    throw new Failure(`network address parse error during conversion from string: ${JSON.stringify(text)}`)
  return network
}

const containsNetwork = (network: Network, other: Network) =>
  network.bits <= other.bits && network.contains(other.address)

/** Addresses have 4 or 16 bytes. */
const ADDRESS: Range = { min: 4, max: 16 }

/** Compares two addresses; `extra` traverses one more, and strings are parsed first. */
const comparesAddresses = (extra: boolean, isText: boolean): CostModel => ({
  estimate: ({ args: [other] }) => {
    let cost = scale(add(ADDRESS, ADDRESS), TRAVERSAL_FACTOR)
    if (extra) cost = add(add(cost, scale(ADDRESS, TRAVERSAL_FACTOR)), ONE)
    return { cost: isText ? add(cost, scale(other?.size ?? ZERO, TRAVERSAL_FACTOR)) : cost }
  },
  count: ([network, other]) => {
    const size = sizeOf(network as CelValue)
    let cost = Math.ceil(2 * size * TRAVERSAL_FACTOR)
    if (extra) cost += Math.ceil(size * TRAVERSAL_FACTOR) + 1
    return isText ? cost + Math.ceil(sizeOf(other as CelValue) * TRAVERSAL_FACTOR) : cost
  },
})

export const cidr: readonly FunctionDeclaration[] = [
  declare('cidr', overload([STRING], CIDR, networkOf, parses())),
  declare(
    'isCIDR',
    overload([STRING], BOOL, (text: string) => parseNetwork(text) !== undefined, parses()),
  ),
  declare(
    'containsIP',
    member(
      [CIDR, IP],
      BOOL,
      (network: Network, address: IpAddress) => network.contains(address),
      comparesAddresses(false, false),
    ),
    member(
      [CIDR, STRING],
      BOOL,
      (network: Network, text: string) => network.contains(ipOf(text)),
      comparesAddresses(false, true),
    ),
  ),
  declare(
    'containsCIDR',
    member([CIDR, CIDR], BOOL, containsNetwork, comparesAddresses(true, false)),
    member(
      [CIDR, STRING],
      BOOL,
      (network: Network, text: string) => containsNetwork(network, networkOf(text)),
      comparesAddresses(true, true),
    ),
  ),
  declare(
    'ip',
    member([CIDR], IP, ({ address }: Network) => address, costs(1)),
  ),
  declare(
    'masked',
    member([CIDR], CIDR, ({ masked }: Network) => masked, costs(1)),
  ),
  declare(
    'prefixLength',
    member([CIDR], INT, ({ bits }: Network) => BigInt(bits), costs(1)),
  ),
  declare(
    'string',
    overload([CIDR], STRING, (network: Network) => network.toString()),
  ),
]
