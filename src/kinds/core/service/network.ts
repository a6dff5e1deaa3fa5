import {
  type AddressRange,
  addressAt,
  type NumberRange,
  parseClusterRange,
  parsePortRange,
} from './ranges.js'

/** The options of the ranges that services are allocated from. */
export interface ServiceNetworkConfig {
  /** The range of cluster IPs; or two, of both IP families. */
  readonly serviceClusterIpRange: readonly string[]
  /** The range of node ports, as `first-last`. */
  readonly serviceNodePortRange: string
}

export const DEFAULT_SERVICE_NETWORK: ServiceNetworkConfig = {
  serviceClusterIpRange: ['10.96.0.0/12'],
  serviceNodePortRange: '30000-32767',
}

/** The ranges that services are allocated from. */
export interface ServiceNetwork {
  /**
   * One of each IP family; a service of one family is in the first. Until the ServiceCIDR of the server is stored,
   * services are allocated from these.
   */
  readonly ranges: readonly [AddressRange, ...AddressRange[]]
  readonly nodePorts: NumberRange
}

/** The largest range of addresses. */
const MAX_HOST_BITS = 20
const MIN_ADDRESSES = 8

/** The error of the options, if any. */
export function serviceNetworkError(config: ServiceNetworkConfig): string | undefined {
  const { serviceClusterIpRange: texts, serviceNodePortRange } = config
  const flag = '--service-cluster-ip-range'
  if (texts.length === 0) return `${flag} must contain at least one valid cidr`
  if (texts.length > 2) return `${flag} must not contain more than two entries`
  for (const [index, text] of texts.entries()) {
    const range = parseClusterRange(text)
    if (range === undefined) return `${flag}[${index}]: ${JSON.stringify(text)} is not a range`
    const error = sizeError(range)
    if (error !== undefined) return `${flag}[${index}]: ${error}`
  }
  if (texts.length === 2 && new Set(texts.map((text) => parseClusterRange(text)?.family)).size === 1) {
    return `${flag}[0] and ${flag}[1] must be of different IP family`
  }
  return parsePortRange(serviceNodePortRange) === undefined
    ? `--service-node-port-range: ${JSON.stringify(serviceNodePortRange)} is not a range of ports`
    : undefined
}

function sizeError({ text, network, bits }: AddressRange): string | undefined {
  const length = network.length * 8
  if (length - bits > MAX_HOST_BITS) {
    return `${text} is too large; for ${length}-bit addresses, the mask must be >= ${length - MAX_HOST_BITS}`
  }
  if (2 ** (length - bits) >= MIN_ADDRESSES) return undefined
  return `${text} is too small; the service cluster IP range must be at least ${MIN_ADDRESSES} IP addresses`
}

/** The ranges of options without an error. */
export function serviceNetworkOf(config: ServiceNetworkConfig): ServiceNetwork {
  return {
    ranges: config.serviceClusterIpRange.map(parseClusterRange) as unknown as ServiceNetwork['ranges'],
    nodePorts: parsePortRange(config.serviceNodePortRange) as NumberRange,
  }
}

/** What system objects show of the ranges. */
export function serviceAddressesOf(config: ServiceNetworkConfig) {
  const { ranges } = serviceNetworkOf(config)
  const [first] = ranges
  return { cidrs: ranges.map(({ text }) => text), first: addressAt(first, 1), family: first.family }
}
