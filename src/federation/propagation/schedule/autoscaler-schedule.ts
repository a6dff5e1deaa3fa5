import { CLUSTER_STATUS } from '#federation/annotations.js'
import {
  type ClusterAutoscaler,
  FORBIDDEN_WINDOW_MS,
  type Limits,
} from '#federation/autoscalers/autoscaler-limits.js'
import { splitLimits } from '#federation/autoscalers/split-limits.js'
import type { FederatedObject } from '#federation/propagation/federated-object.js'
import { reportedLimits } from '#federation/propagation/status/breakdown.js'
import { grantReplicas, planningOrder } from '#federation/replicas/planner.js'
import type { CopyCandidate, PlanInput, PlanOutcome } from './plan.js'

/** Sets the limits of each copy. The maximum of a cluster grows only as that of others shrinks. */
export function planAutoscaler(federated: FederatedObject, { candidates, now }: PlanInput): PlanOutcome {
  const { spec, namespace, name } = federated
  const { minReplicas, maxReplicas = 1 } = spec.divided
  const lastReported = reportedLimits(federated.stored?.metadata().annotations?.[CLUSTER_STATUS])
  const byCluster = new Map(candidates.map((candidate) => [candidate.copy.cluster, candidate]))
  const order = planningOrder([...byCluster.keys()], `${namespace}/${name}`)
  const inOrder = order.flatMap((cluster) => byCluster.get(cluster) ?? [])
  const split = splitLimits({
    min: Math.max(1, minReplicas ?? 1),
    max: maxReplicas,
    clusters: inOrder
      .filter(({ isSelected }) => isSelected)
      .map((candidate) => ({
        cluster: candidate.copy.cluster,
        autoscaler: autoscalerOf(candidate, lastReported.get(candidate.copy.cluster), now),
        isKept: federated.isKept(candidate.copy.cluster),
      })),
    now,
  })
  const granted = grantReplicas(
    inOrder.map(({ copy, lastReported: unknown }) => {
      const { cluster, observed, maxSentReplicas = 0 } = copy
      const held = unknown === undefined ? observed?.part?.maxReplicas : lastReported.get(cluster)?.max
      return { cluster, planned: split.get(cluster)?.max ?? 0, held: Math.max(held ?? 0, maxSentReplicas) }
    }),
  )
  for (const { copy } of inOrder) {
    const limits = split.get(copy.cluster)
    const max = granted.get(copy.cluster) ?? 0
    copy.limits = limits
    copy.intent = limits !== undefined && max > 0 ? 'present' : 'absent'
    copy.part =
      limits === undefined ? undefined : { minReplicas: Math.min(limits.min, max), maxReplicas: max }
  }
  return { replanAt: nextSettling(candidates, now) }
}

/** The planned limits count, not those on their way. Without a status nothing can be said about the rest. */
function autoscalerOf(
  { copy, lastReported }: CopyCandidate,
  reported: Limits | undefined,
  now: number,
): ClusterAutoscaler | undefined {
  const observed = copy.isOurs ? copy.observed : undefined
  const limits =
    copy.limits ?? limitsIn(observed?.part) ?? (lastReported === undefined ? undefined : reported)
  if (limits === undefined) return undefined
  const status = observed?.autoscaler ?? { currentReplicas: 0, desiredReplicas: 0, lastScaleTime: now }
  return { ...status, ...limits }
}

const limitsIn = (part: CopyCandidate['copy']['part']): Limits | undefined =>
  part && { min: part.minReplicas ?? 1, max: part.maxReplicas ?? 1 }

/** When the next autoscaler has settled. */
function nextSettling(candidates: readonly CopyCandidate[], now: number): number | undefined {
  const times = candidates.flatMap(({ copy }) => {
    const { lastScaleTime } = copy.observed?.autoscaler ?? {}
    return lastScaleTime === undefined ? [] : [lastScaleTime + FORBIDDEN_WINDOW_MS]
  })
  const next = Math.min(...times.filter((time) => time > now))
  return Number.isFinite(next) ? next : undefined
}
