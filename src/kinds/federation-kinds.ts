import type { StoredKind } from '#registry/kind.js'
import { clusterOverridePolicy } from './federation/clusteroverridepolicy/index.js'
import { clusterPropagationPolicy } from './federation/clusterpropagationpolicy/index.js'
import { overridePolicy } from './federation/overridepolicy/index.js'
import { propagationPolicy } from './federation/propagationpolicy/index.js'

/** The kinds that only a federation host serves. */
export const federationKinds: readonly StoredKind[] = [
  propagationPolicy,
  clusterPropagationPolicy,
  overridePolicy,
  clusterOverridePolicy,
]
