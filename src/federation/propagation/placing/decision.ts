import type { Policy } from '#federation/policies/acting-policy.js'
import type { ClusterVerdict } from '#federation/policies/cluster-facts.js'
import type { Evictions } from '#federation/policies/evictions.js'
import type { DivisionMode } from '#federation/policies/replica-division.js'
import type { ReplicaPreferences } from '#federation/replicas/preferences.js'
import type { OverrideSpec } from '#kinds/federation/policies/overrides.js'
import type { PropagationSpec } from '#kinds/federation/policies/propagation.js'

/** Which policies act on an object, and which clusters it belongs in. */
export interface ObjectDecision {
  readonly policy: Policy<PropagationSpec> | undefined
  readonly overrides: readonly Policy<OverrideSpec>[]
  /** Whether annotations of the object choose its clusters. */
  readonly isByAnnotations: boolean
  readonly verdicts: ReadonlyMap<string, ClusterVerdict>
  /** The clusters that the object has to leave. Stored before anything is done about them. */
  readonly evictions: Evictions
  /** How replicas are divided; undefined if annotations, or the default, decide. */
  readonly division: ObjectDivision | undefined
  /** When the decision may change by itself, in milliseconds. */
  readonly reviewAt: number | undefined
}

/** How a policy brings the replicas of an object to its clusters. */
export interface ObjectDivision {
  readonly mode: DivisionMode
  readonly preferences: ReplicaPreferences
  /** How many more replicas fit into a cluster, where known. */
  readonly fitting: ReadonlyMap<string, number>
  /** Changes with the policy and its weights. */
  readonly digest: string
}
