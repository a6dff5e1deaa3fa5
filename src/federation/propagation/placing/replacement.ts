import type { ClusterMove, EvictableCluster } from '#federation/policies/evictions.js'
import type { FederatedObject } from '#federation/propagation/federated-object.js'
import type { LinkedCluster } from '#federation/propagation/schedule/schedule.js'
import { isDuplicated, replicasIn } from './room.js'

/** Whether the copies in other clusters replace those in the clusters that the object leaves. */
export function isReplaced(
  federated: FederatedObject,
  { growing, kept }: ClusterMove,
  clusters: readonly LinkedCluster[],
): boolean {
  const { kind, spec, copies } = federated
  const isDivided = kind.plan === 'replicas' && spec.autoscaled === undefined && !isDuplicated(federated)
  if (isDivided) return isEnough(federated, growing, kept)
  const reachable = kept.filter(({ isReady }) => isReady)
  const isScaledIn = ({ name }: EvictableCluster) => spec.autoscaled?.has(name) !== false
  const targets = (growing.length > 0 ? growing : reachable).filter(isScaledIn)
  if (targets.length === 0) return false
  if (kind.plan === 'replicas') {
    return targets.every(({ name }) => {
      const { isOurs = false, readyReplicas = 0, observed } = copies.get(name) ?? {}
      const wanted =
        spec.autoscaled === undefined ? (spec.replicas ?? 0) : Math.max(1, observed?.replicas ?? 0)
      return isOurs && readyReplicas >= wanted
    })
  }
  const names = new Set(targets.map(({ name }) => name))
  return clusters
    .filter(({ member }) => names.has(member.name))
    .every(({ member, link }) => {
      const copy = copies.get(member.name)
      return (
        link !== undefined &&
        copy?.isApplied(link.labels) === true &&
        copy.observed?.isCurrent === true &&
        copy.observed.failure === undefined
      )
    })
}

/** Whether all replicas are ready elsewhere. Those in a cluster that is away still count, until it is left. */
function isEnough(
  federated: FederatedObject,
  growing: readonly EvictableCluster[],
  kept: readonly EvictableCluster[],
): boolean {
  const away = kept.filter(({ isReady }) => !isReady)
  let ready = away.reduce((sum, cluster) => sum + replicasIn(federated, cluster), 0)
  for (const { name, isReady } of [...growing, ...kept])
    if (isReady) ready += federated.copies.get(name)?.readyReplicas ?? 0
  return ready >= (federated.spec.replicas ?? 0)
}
