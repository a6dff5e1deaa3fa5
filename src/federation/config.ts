import type { ControllerContext } from '#controllers/controller.js'
import { isAddress, isAddressRange } from '#kinds/shared/network.js'
import { dns1123Label, rfc1123Subdomain } from '#meta/formats.js'
import type { MetricsRegistry } from '#observe/metrics.js'
import type { Tracing } from '#observe/trace/tracing.js'

export interface FederationConfig {
  /** The namespace with the Secrets that Clusters refer to. */
  readonly namespace: string
  readonly probeIntervalMs: number
  /** Addresses and ranges that members may have although they are denied by default. */
  readonly allowedAddresses: readonly string[]
  /** The memory of the objects that searches over all clusters keep. */
  readonly searchMiB: number
  readonly dns: DnsConfig
}

/** The DNS zone that a host serves for federated services. */
export interface DnsConfig {
  /** `address:port`; empty for none. */
  readonly dnsListen: string
  /** The domain, such as `example.com`. */
  readonly dnsZone: string
  /** The name of the federation within names. */
  readonly federationName: string
}

export const DEFAULT_FEDERATION: FederationConfig = {
  namespace: 'federation-system',
  probeIntervalMs: 10_000,
  allowedAddresses: [],
  searchMiB: 1024,
  dns: { dnsListen: '', dnsZone: '', federationName: 'federation' },
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

/** The address and port of `127.0.0.1:53` or `[::1]:53`; undefined for anything else. */
export function parseListenAddress(
  text: string,
): { readonly host: string; readonly port: number } | undefined {
  const [, bracketed, plain, digits = ''] = /^(?:\[([^\]]+)\]|([^:]+)):([0-9]{1,5})$/.exec(text) ?? []
  const host = bracketed ?? plain
  const port = Number(digits)
  if (host === undefined || !isAddress(host) || host.includes(':') !== (bracketed !== undefined))
    return undefined
  return port <= 65_535 ? { host, port } : undefined
}

/** Whether the text is a domain such as `example.com`. */
export const isDnsZone = (text: string) => rfc1123Subdomain(text).length === 0

/** Whether the text can be a part of a name. */
export const isFederationName = (text: string) => dns1123Label(text).length === 0

/** Returns why the configuration is invalid, or undefined. */
export function dnsError({ dnsListen, dnsZone }: DnsConfig): string | undefined {
  if (dnsListen !== '' && dnsZone === '') return '--dns-listen needs --dns-zone'
  return dnsListen === '' && dnsZone !== '' ? '--dns-zone needs --dns-listen' : undefined
}

export interface FederationContext extends ControllerContext {
  readonly config: FederationConfig
  readonly metrics: MetricsRegistry
  readonly tracing: Tracing
}
