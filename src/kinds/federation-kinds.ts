import type { StoredKind } from '#registry/kind.js'
import { cluster, hostCluster } from './federation/cluster/index.js'
import { clusterOverridePolicy } from './federation/clusteroverridepolicy/index.js'
import { clusterPropagationPolicy } from './federation/clusterpropagationpolicy/index.js'
import { overridePolicy } from './federation/overridepolicy/index.js'
import { propagationPolicy } from './federation/propagationpolicy/index.js'
import { kinds } from './index.js'

/** The kinds that only a federation host serves. */
export const federationKinds: readonly StoredKind[] = [
  propagationPolicy,
  clusterPropagationPolicy,
  overridePolicy,
  clusterOverridePolicy,
]

/** All kinds of a federation host, whose clusters have more subresources. */
export const hostKinds = (): readonly StoredKind[] => [
  ...kinds.map((kind) => (kind === cluster ? hostCluster() : kind)),
  ...federationKinds,
]
