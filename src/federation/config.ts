import { isAddress, isAddressRange } from '#kinds/shared/network.js'
import { dns1123Label } from '#meta/formats.js'

/** What can be chosen about a federation. */
export interface FederationConfig {
  /** The namespace with the Secrets that Clusters refer to. */
  readonly namespace: string
  readonly probeIntervalMs: number
  /** Addresses and ranges that members may have although such addresses are refused. */
  readonly allowedAddresses: readonly string[]
}

export const DEFAULT_FEDERATION: FederationConfig = {
  namespace: 'federation-system',
  probeIntervalMs: 10_000,
  allowedAddresses: [],
}

export const MIN_PROBE_INTERVAL_MS = 100

export const isFederationNamespace = (text: string) => dns1123Label(text).length === 0

/** Whether the text is `address` or `address/bits`. */
export const isMemberAddress = (text: string) => isAddress(text) || isAddressRange(text)

/** Why a federation cannot act with this configuration, undefined when it can. */
export function federationError(config: FederationConfig): string | undefined {
  const { namespace, probeIntervalMs, allowedAddresses } = config
  if (!isFederationNamespace(namespace)) return `${JSON.stringify(namespace)} is no name of a namespace`
  if (!(Number.isFinite(probeIntervalMs) && probeIntervalMs >= MIN_PROBE_INTERVAL_MS)) {
    return `clusters cannot be probed every ${probeIntervalMs} ms; at least ${MIN_PROBE_INTERVAL_MS} ms are expected`
  }
  const unusable = allowedAddresses.find((address) => !isMemberAddress(address))
  return unusable === undefined ? undefined : `${JSON.stringify(unusable)} is neither an address nor a range`
}
