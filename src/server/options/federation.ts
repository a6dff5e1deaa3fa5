import { type Choices, type Expected, expectOptions } from './expect-options.js'
import { FEDERATION_OPTIONS } from './federation-table.js'

/** Options of a federation host. */
export interface FederationOptions {
  /** The namespace of the cluster credentials; `federation-system` by default. */
  readonly namespace?: string | undefined
  /** The interval of cluster health checks in milliseconds; 10 seconds by default. */
  readonly probeIntervalMs?: number | undefined
  /** Link-local and metadata addresses, or ranges, that clusters may have. */
  readonly allowAddresses?: readonly string[] | undefined
  /** The memory for the objects that searches over all clusters keep, in MiB; 1024 by default. */
  readonly searchMiB?: number | undefined
  /** Address and port of the DNS server for federated services, such as `127.0.0.1:5353`; none by default. */
  readonly dnsListen?: string | undefined
  /** The domain of the names of services, such as `example.com`. */
  readonly dnsZone?: string | undefined
  /** The name of the federation within these names; `federation` by default. */
  readonly name?: string | undefined
}

const EXPECTED: Readonly<Record<keyof FederationOptions, Expected>> = {
  namespace: FEDERATION_OPTIONS.federationNamespace.value,
  probeIntervalMs: FEDERATION_OPTIONS.clusterProbeIntervalMs.value,
  allowAddresses: FEDERATION_OPTIONS.federationAllowedAddresses.value,
  searchMiB: FEDERATION_OPTIONS.federationSearchMiB.value,
  dnsListen: FEDERATION_OPTIONS.dnsListen.value,
  dnsZone: FEDERATION_OPTIONS.dnsZone.value,
  name: FEDERATION_OPTIONS.federationName.value,
}

/** Throws a `StartError` for invalid options. */
export function federationChoices(options: FederationOptions | boolean | undefined): Choices {
  if (options === undefined || typeof options === 'boolean') return { federation: options }
  expectOptions('federation', options, EXPECTED)
  return {
    federation: true,
    federationNamespace: options.namespace,
    clusterProbeIntervalMs: options.probeIntervalMs,
    federationAllowedAddresses: options.allowAddresses,
    federationSearchMiB: options.searchMiB,
    dnsListen: options.dnsListen,
    dnsZone: options.dnsZone,
    federationName: options.name,
  }
}
