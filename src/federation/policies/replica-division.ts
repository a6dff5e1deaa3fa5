import { planReplicas, type ReplicaDemand, type ReplicaPlan } from '#federation/replicas/planner.js'
import type { ClusterPreference, ReplicaPreferences } from '#federation/replicas/preferences.js'
import type { ReplicaScheduling } from '#kinds/federation/policies/propagation.js'
import { selectorMatches } from '#meta/label-selector.js'
import type { ClusterFacts } from './cluster-facts.js'

/** How a policy brings replicas to clusters. */
export type DivisionMode = 'Duplicated' | 'Weight' | 'FreeCapacity'

export const divisionOf = ({ type, divideBy = 'Weight' }: ReplicaScheduling): DivisionMode =>
  type === 'Duplicated' ? type : (divideBy as DivisionMode)

/** A cluster that was chosen, and how many more replicas fit into it, where known. */
export interface SharingCluster extends Pick<ClusterFacts, 'name' | 'labels'> {
  readonly fitting: number | undefined
}

const weighing = (weight: number): ClusterPreference => ({
  minReplicas: 0n,
  maxReplicas: undefined,
  weight: BigInt(weight),
})

/**
 * The preferences for the planner. Given weights are kept exactly, so replicas move when clusters come or go. Shares by
 * capacity leave running replicas where they are.
 */
export function divisionPreferences(
  scheduling: ReplicaScheduling,
  clusters: readonly SharingCluster[],
): ReplicaPreferences {
  const isByWeight = divisionOf(scheduling) === 'Weight'
  const weightOf = isByWeight ? staticWeights(scheduling) : capacityWeights(clusters)
  return {
    rebalance: isByWeight && (scheduling.weights?.length ?? 0) > 0,
    clusters: new Map(clusters.map((cluster) => [cluster.name, weighing(weightOf(cluster))])),
  }
}

/** The first entry for a cluster counts. Without any entry all clusters are equal. */
function staticWeights({ weights = [] }: ReplicaScheduling): (cluster: SharingCluster) => number {
  return ({ name, labels }) => {
    if (weights.length === 0) return 1
    const entry = weights.find(
      ({ clusterNames = [], labelSelector }) =>
        (clusterNames.length === 0 || clusterNames.includes(name)) &&
        (labelSelector === undefined || selectorMatches(labelSelector, labels)),
    )
    return entry?.weight ?? 0
  }
}

/** A cluster of unknown capacity counts as an average one. */
function capacityWeights(clusters: readonly SharingCluster[]): (cluster: SharingCluster) => number {
  const known = clusters.flatMap(({ fitting }) => (fitting === undefined ? [] : [fitting]))
  const average =
    known.length === 0 ? 1 : Math.ceil(known.reduce((sum, count) => sum + count, 0) / known.length)
  return ({ fitting }) => fitting ?? Math.max(1, average)
}

/** Divides replicas as the planner does, but never more than are wanted in total. */
export function divideReplicas(demand: ReplicaDemand, preferences: ReplicaPreferences): ReplicaPlan {
  const { scheduled, overflow } = planReplicas(demand, preferences)
  let left = demand.replicas
  for (const count of scheduled.values()) left -= count
  const bounded = new Map<string, bigint>()
  for (const [cluster, count] of overflow) {
    const more = count < left ? count : left
    if (more > 0n) bounded.set(cluster, more)
    left -= more
  }
  return { scheduled, overflow: bounded }
}
