import { CLUSTER_STATUS } from '#federation/annotations.js'
import type { ClusterMove, EvictableCluster } from '#federation/policies/evictions.js'
import { fittingPods } from '#federation/policies/free-capacity.js'
import { divideReplicas, divisionOf, divisionPreferences } from '#federation/policies/replica-division.js'
import type { Copy, FederatedObject } from '#federation/propagation/federated-object.js'
import { requestedReplicas } from '#federation/propagation/status/breakdown.js'
import { planReplicas } from '#federation/replicas/planner.js'
import type { Amounts } from '#kinds/shared/pod/pod-resources.js'

const NO_CLUSTER = 'no other cluster may have the object'

/** Why an object cannot leave some clusters; undefined if it can, as far as is known. */
export function roomError(
  federated: FederatedObject,
  { growing, kept, leaving }: ClusterMove,
  requests: () => Amounts,
): string | undefined {
  const { kind, spec } = federated
  const unfinished = leaving.filter((cluster) => !isFinishedIn(federated, cluster))
  if (unfinished.length === 0 && leaving.length > 0) return undefined
  // Elsewhere is all of it already.
  const isElsewhere = kind.plan === undefined || isDuplicated(federated)
  const others = isElsewhere ? [...growing, ...kept.filter(isCordoned)] : growing
  if (others.length === 0) return NO_CLUSTER
  if (kind.plan !== 'replicas' && kind.plan !== 'jobs') return undefined
  const amounts = requests()
  const known = growing.flatMap((cluster) => {
    const fitting = fittingPods(cluster.free, amounts)
    return fitting === undefined ? [] : [[cluster.name, fitting] as const]
  })
  const room = new Map(known)
  const roomIn = ({ name }: EvictableCluster) => room.get(name) ?? Number.POSITIVE_INFINITY
  const current = (cluster: EvictableCluster) => replicasIn(federated, cluster)
  const wanted = spec.replicas ?? 0
  if (isDuplicated(federated)) {
    const hasRoom =
      growing.some((cluster) => current(cluster) + roomIn(cluster) >= wanted) ||
      kept.some((cluster) => isCordoned(cluster) && current(cluster) >= wanted)
    return hasRoom ? undefined : lacking(room, wanted)
  }
  if (kind.plan === 'jobs' || spec.autoscaled !== undefined) {
    const moved = sumOf(unfinished, current)
    return sumOf(growing, roomIn) >= moved ? undefined : lacking(room, moved)
  }
  const target = Math.max(0, wanted - sumOf(kept, current))
  const growth = plannedGrowth(federated, growing, target, room)
  const moved = Math.max(0, target - sumOf(growing, current))
  const placed = sumOf(growing, (cluster) => Math.min(growth.get(cluster.name) ?? 0, roomIn(cluster)))
  return placed >= moved ? undefined : lacking(room, moved)
}

/** Whether the cluster has completed its share of a Job: nothing moves with it. */
function isFinishedIn({ copies, jobPlan }: FederatedObject, { name }: EvictableCluster): boolean {
  const end = copies.get(name)?.observed?.job?.end ?? jobPlan?.record.clusters.get(name)?.share?.end
  return end !== undefined
}

/** Whether the cluster keeps its copies for good. */
const isCordoned = ({ isReady, taints }: EvictableCluster) =>
  isReady && taints.every(({ effect }) => effect === 'NoSchedule')

export const isDuplicated = ({ policy }: FederatedObject): boolean =>
  policy?.spec.replicaScheduling?.type === 'Duplicated'

const sumOf = <T>(list: readonly T[], count: (entry: T) => number) =>
  list.reduce((sum, entry) => sum + count(entry), 0)

/** How many replicas the clusters would get. */
function plannedGrowth(
  federated: FederatedObject,
  targets: readonly EvictableCluster[],
  replicas: number,
  room: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const { policy, spec, namespace, name } = federated
  const scheduling = policy?.spec.replicaScheduling
  const isOwn = scheduling === undefined || spec.hasPreferences
  const current = new Map(targets.map((cluster) => [cluster.name, BigInt(replicasIn(federated, cluster))]))
  const isByCapacity = !isOwn && divisionOf(scheduling) === 'FreeCapacity'
  const capacity = new Map(
    isByCapacity
      ? [...room].map(
          ([cluster, fitting]) => [cluster, (current.get(cluster) ?? 0n) + BigInt(fitting)] as const,
        )
      : [],
  )
  const demand = {
    replicas: BigInt(replicas),
    clusters: targets.map((cluster) => cluster.name),
    current,
    capacity,
    key: `${namespace}/${name}`,
  }
  const sharing = targets.map((cluster) => ({ ...cluster, fitting: room.get(cluster.name) }))
  const { scheduled } = isOwn
    ? planReplicas(demand, spec.preferences)
    : divideReplicas(demand, divisionPreferences(scheduling, sharing))
  return new Map(
    [...scheduled].map(([cluster, count]) => [
      cluster,
      Math.max(0, Number(count - (current.get(cluster) ?? 0n))),
    ]),
  )
}

/** The replicas, or parallel pods of a Job, that a cluster has. */
export function replicasIn(federated: FederatedObject, { name }: EvictableCluster): number {
  const { observed }: Partial<Copy> = federated.copies.get(name) ?? {}
  const known = observed?.replicas ?? observed?.part?.parallelism
  return known ?? requestedReplicas(federated.stored?.metadata().annotations?.[CLUSTER_STATUS]).get(name) ?? 0
}

function lacking(room: ReadonlyMap<string, number>, wanted: number): string {
  const clusters = [...room]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, fitting]) => `${name} ${fitting}`)
  return `the other clusters have no room for ${wanted} replica${wanted === 1 ? '' : 's'} (free: ${clusters.join(', ')})`
}
