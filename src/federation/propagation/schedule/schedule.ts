import { CLUSTER_STATUS } from '#federation/annotations.js'
import type { Member } from '#federation/members/members.js'
import type { ClusterLink } from '#federation/propagation/copies/cluster-link.js'
import type { Copy, FederatedObject } from '#federation/propagation/federated-object.js'
import { reportedClusters, requestedReplicas } from '#federation/propagation/status/breakdown.js'
import { type ClusterState, stateOf, unreachable } from '#federation/propagation/status/cluster-state.js'
import { excerpt } from '#util/excerpt.js'
import { type ReplicaShare, scheduleReplicas } from './replica-schedule.js'

/** A member, and the way to it where there is one. */
export interface LinkedCluster {
  readonly member: Member
  readonly link: ClusterLink | undefined
}

export interface CopyToWrite {
  readonly copy: Copy
  readonly link: ClusterLink
}

/** What is to be done about the copies of an object, and how far they are. */
export interface Schedule {
  /** The copies that are not as they are to be, in clusters that can be written to. */
  readonly writes: readonly CopyToWrite[]
  /** Of all clusters in which the object is, or is to be. */
  readonly states: readonly ClusterState[]
}

const MAX_MESSAGE_LENGTH = 256
const UNSERVED = { reason: 'NotServed', message: 'the member does not serve the kind' } as const

/** Decides for every cluster what it is to have of the object at this time, in milliseconds. Nothing is written by this. */
export function scheduleObject(
  federated: FederatedObject,
  clusters: readonly LinkedCluster[],
  now: number,
): Schedule {
  const { kind, spec } = federated
  if (spec.problem !== undefined) return { writes: [], states: unplaced(federated, clusters, spec.problem) }
  const states: ClusterState[] = []
  const open: (CopyToWrite & { readonly isSelected: boolean })[] = []
  const shares: ReplicaShare[] = []
  const remembered = new LastReportedReplicas(federated)
  for (const { member, link } of clusters) {
    const { name } = member
    const isSelected = spec.placement.includes(member)
    if (!member.isReady || link === undefined) {
      if (isSelected) states.push(unreachable(name, federated.copies.get(name)))
    } else if (!link.hasSynced(kind)) {
      const copy = federated.copyIn(name)
      if (isSelected) states.push({ cluster: name, state: 'Pending', copy: undefined })
      shares.push({ copy, isSelected, lastReported: remembered.in(name) })
    } else if (!link.serves(kind)) {
      if (isSelected) states.push({ cluster: name, state: 'Failed', ...UNSERVED, copy: undefined })
    } else {
      // Where an autoscaler has no say nothing is made; what is there already is left without replicas.
      const isMade = isSelected && spec.autoscaled?.has(name) !== false
      const copy = isMade ? federated.copyIn(name) : federated.copies.get(name)
      if (copy === undefined) continue
      // Also of a copy that is nowhere yet: a write of it may be about to begin.
      copy.intent = isSelected ? 'present' : 'absent'
      if (!(isMade || isThere(copy))) continue
      shares.push({ copy, isSelected, lastReported: undefined })
      open.push({ copy, link, isSelected })
    }
  }
  if (spec.replicas !== undefined) scheduleReplicas(federated, shares, now)
  const writes = open.filter(({ copy, link }) => isWritable(copy) && !copy.isDone(link.labels))
  for (const { copy, link } of open) states.push(stateOf(copy, link.labels))
  return { writes, states }
}

/** An object whose clusters cannot be told is left in peace wherever it is. That is told of every copy that there is. */
function unplaced(
  federated: FederatedObject,
  clusters: readonly LinkedCluster[],
  problem: string,
): readonly ClusterState[] {
  const reported = reportedClusters(federated.stored?.metadata().annotations?.[CLUSTER_STATUS])
  return clusters.flatMap(({ member, link }) => {
    const { name } = member
    const copy = federated.copies.get(name)
    const isKnown = link?.hasSynced(federated.kind) === true
    if (isKnown ? !copy?.isOurs : !reported.has(name)) return []
    if (!member.isReady) return [unreachable(name, copy)]
    const message = excerpt(problem, MAX_MESSAGE_LENGTH)
    return [{ cluster: name, state: 'Pending', reason: 'PlacementInvalid', message, copy }]
  })
}

/** Which copies of a deleted object are yet to be left behind, in clusters that can be written to. */
export function scheduleOrphans(federated: FederatedObject, clusters: readonly LinkedCluster[]): Schedule {
  const writes: CopyToWrite[] = []
  const states: ClusterState[] = []
  for (const { member, link } of clusters) {
    const { name } = member
    if (!member.isReady || link === undefined) continue
    const copy = federated.copies.get(name)
    if (!link.hasSynced(federated.kind)) states.push({ cluster: name, state: 'Pending', copy: undefined })
    else if (copy !== undefined && (copy.isOurs || copy.isBeingWritten)) {
      copy.intent = 'orphaned'
      if (copy.isOurs) writes.push({ copy, link })
      states.push({ cluster: name, state: 'Pending', copy })
    }
  }
  return { writes, states }
}

/** What is left of a deleted object, in every cluster; no states when nothing is. */
export function scheduleDeletion(federated: FederatedObject, clusters: readonly LinkedCluster[]): Schedule {
  const { kind, spec } = federated
  const writes: CopyToWrite[] = []
  const states: ClusterState[] = []
  for (const { member, link } of clusters) {
    const { name } = member
    const copy = federated.copies.get(name)
    if (member.isReady && link?.hasSynced(kind)) {
      if (copy === undefined) continue
      copy.intent = 'absent'
      if (!isThere(copy)) continue
      if (!copy.isDone(link.labels)) writes.push({ copy, link })
      states.push(stateOf(copy, link.labels))
    } else if (!spec.isAbandoned(name)) {
      // A cluster that was seen to have no copy has none: only this server makes copies.
      if (link?.hasSynced(kind) && (copy === undefined || !isThere(copy))) continue
      states.push(
        member.isReady ? { cluster: name, state: 'Removing', copy: undefined } : unreachable(name, copy),
      )
    }
  }
  return { writes, states }
}

/** Whether there is something to be done now about a copy that is not as it is to be. */
function isWritable(copy: Copy): boolean {
  // What is being deleted there has to be gone first.
  return copy.intent === 'absent' || !copy.isOurs || copy.observed?.isTerminating === false
}

/** Whether a copy is in the cluster, or may be. */
const isThere = (copy: Copy) => copy.isOurs || copy.maxSentReplicas !== undefined

/** How many replicas clusters asked for when that was last told, read when it is needed. */
class LastReportedReplicas {
  readonly #federated: FederatedObject
  #asked: ReadonlyMap<string, number> | undefined

  constructor(federated: FederatedObject) {
    this.#federated = federated
  }

  in(cluster: string): number {
    this.#asked ??= requestedReplicas(this.#federated.stored?.metadata().annotations?.[CLUSTER_STATUS])
    return this.#asked.get(cluster) ?? 0
  }
}
