import type { ControllerContext } from '#controllers/controller.js'
import { isAddress, isAddressRange } from '#kinds/shared/network.js'
import { dns1123Label } from '#meta/formats.js'
import type { MetricsRegistry } from '#observe/metrics.js'

export interface FederationConfig {
  /** The namespace with the Secrets that Clusters refer to. */
  readonly namespace: string
  readonly probeIntervalMs: number
  /** Addresses and ranges that members may have although they are denied by default. */
  readonly allowedAddresses: readonly string[]
  /** The memory of the objects that searches over all clusters keep. */
  readonly searchMiB: number
}

export const DEFAULT_FEDERATION: FederationConfig = {
  namespace: 'federation-system',
  probeIntervalMs: 10_000,
  allowedAddresses: [],
  searchMiB: 1024,
}

export const MIN_PROBE_INTERVAL_MS = 100

export const isFederationNamespace = (text: string) => dns1123Label(text).length === 0

export const isMemberAddress = (text: string) => isAddress(text) || isAddressRange(text)

/** Returns why the configuration is invalid, or undefined. */
export function federationError(config: FederationConfig): string | undefined {
  const { namespace, probeIntervalMs, allowedAddresses } = config
  if (!isFederationNamespace(namespace)) return `${JSON.stringify(namespace)} is not a valid namespace name`
  if (!(Number.isFinite(probeIntervalMs) && probeIntervalMs >= MIN_PROBE_INTERVAL_MS)) {
    return `the probe interval of ${probeIntervalMs} ms is too short; it must be at least ${MIN_PROBE_INTERVAL_MS} ms`
  }
  const unusable = allowedAddresses.find((address) => !isMemberAddress(address))
  return unusable === undefined
    ? undefined
    : `${JSON.stringify(unusable)} is neither an IP address nor a CIDR range`
}

export interface FederationContext extends ControllerContext {
  readonly config: FederationConfig
  readonly metrics: MetricsRegistry
}
