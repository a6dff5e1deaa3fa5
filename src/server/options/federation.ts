import { type Choices, type Expected, expectOptions } from './expect-options.js'
import { FEDERATION_OPTIONS } from './federation-table.js'

/** How an embedded server acts for the clusters that are registered with it. */
export interface FederationOptions {
  /** The namespace with the secrets by which clusters are reached; `federation-system` when left out. */
  readonly namespace?: string | undefined
  /** How often clusters are asked whether they are ready, in milliseconds; 10 seconds when left out. */
  readonly probeIntervalMs?: number | undefined
  /** Link-local and metadata addresses, or ranges of them, that clusters may have all the same. */
  readonly allowAddresses?: readonly string[] | undefined
}

const EXPECTED: Readonly<Record<keyof FederationOptions, Expected>> = {
  namespace: FEDERATION_OPTIONS.federationNamespace.value,
  probeIntervalMs: FEDERATION_OPTIONS.clusterProbeIntervalMs.value,
  allowAddresses: FEDERATION_OPTIONS.federationAllowedAddresses.value,
}

/** Throws a `StartError` for options that cannot be used. */
export function federationChoices(options: FederationOptions | boolean | undefined): Choices {
  if (options === undefined || typeof options === 'boolean') return { federation: options }
  expectOptions('federation', options, EXPECTED)
  return {
    federation: true,
    federationNamespace: options.namespace,
    clusterProbeIntervalMs: options.probeIntervalMs,
    federationAllowedAddresses: options.allowAddresses,
  }
}
