import { CLUSTER_STATUS } from '#federation/annotations.js'
import type { Member } from '#federation/members/members.js'
import type { ClusterLink } from '#federation/propagation/copies/cluster-link.js'
import { NOT_SERVED } from '#federation/propagation/copies/write-rejected.js'
import type { FederatedKind } from '#federation/propagation/federated-kinds.js'
import type { Copy, FederatedObject } from '#federation/propagation/federated-object.js'
import { reportedClusters, requestedReplicas } from '#federation/propagation/status/breakdown.js'
import { type ClusterState, stateOf, unreachable } from '#federation/propagation/status/cluster-state.js'
import { excerpt } from '#util/excerpt.js'
import { planAutoscaler } from './autoscaler-schedule.js'
import { planJobShares } from './job-schedule.js'
import { type CopyCandidate, NO_OUTCOME, type PlanOutcome } from './plan.js'
import { scheduleReplicas } from './replica-schedule.js'

/** What schedules ask of a link, and leave to it. */
export type CopyLink = Pick<ClusterLink, 'hasSynced' | 'serves' | 'refusalOf' | 'labels' | 'write'>

/** A member and its link, if it is connected. */
export interface LinkedCluster {
  readonly member: Member
  readonly link: CopyLink | undefined
}

export interface CopyToWrite {
  readonly copy: Copy
  readonly link: CopyLink
}

/** The writes that an object needs, and the state of its copies. */
export interface Schedule {
  /** Copies that differ from the desired state, in writable clusters. */
  readonly writes: readonly CopyToWrite[]
  /** All clusters that have, or should have, the object. */
  readonly states: readonly ClusterState[]
  /** Of the plan of the kind, if it has one. */
  readonly outcome?: PlanOutcome
}

/** Each sets the part of every copy. */
const PLANS = { replicas: scheduleReplicas, jobs: planJobShares, autoscalers: planAutoscaler }

const MAX_MESSAGE_LENGTH = 256

/** The definition of a custom kind must be brought to the member first. */
export const DEFINITION_MISSING = 'DefinitionMissing'

/** The state of an object in a cluster that does not serve its kind. `definition` is that of a custom kind. */
export function stateUnserved(
  cluster: string,
  kind: FederatedKind,
  definition: FederatedObject | undefined,
): ClusterState {
  if (kind.definition === undefined) {
    const message = 'the member does not serve the kind'
    return { cluster, state: 'Failed', reason: NOT_SERVED, message, copy: undefined }
  }
  const { failure } = definition?.copies.get(cluster) ?? {}
  const name = `the definition ${kind.definition}`
  return failure === undefined
    ? { cluster, state: 'Pending', reason: DEFINITION_MISSING, message: `waits for ${name}`, copy: undefined }
    : {
        cluster,
        state: 'Failed',
        reason: failure.reason,
        message: excerpt(`${name}: ${failure.message}`, MAX_MESSAGE_LENGTH),
        copy: undefined,
      }
}

/** Decides what each cluster should have. Writes nothing. `now` is in milliseconds. */
export function scheduleObject(
  federated: FederatedObject,
  clusters: readonly LinkedCluster[],
  now: number,
  unserved: (cluster: string) => ClusterState = (cluster) =>
    stateUnserved(cluster, federated.kind, undefined),
): Schedule {
  const { kind, spec } = federated
  if (spec.placementError !== undefined)
    return { writes: [], states: unplaced(federated, clusters, spec.placementError) }
  const states: ClusterState[] = []
  const open: (CopyToWrite & { readonly isSelected: boolean })[] = []
  const candidates: CopyCandidate[] = []
  const remembered = new LastReportedReplicas(federated)
  for (const { member, link } of clusters) {
    const { name } = member
    const isSelected = federated.isWantedIn(member)
    const isLeaving = federated.isLeaving(name)
    if (federated.isPlacedByPolicy && !member.isReady) {
      if (!isSelected) continue
      // Policies tolerate for a while that a cluster is away: what runs there still counts.
      const asked = remembered.in(name)
      states.push({ ...unreachable(name, federated.copies.get(name)), asked })
      const copy = federated.copyIn(name)
      candidates.push({ copy, isSelected: kind.plan !== 'jobs', isLeaving, lastReported: asked ?? 0 })
    } else if (!member.isReady || link === undefined) {
      if (isSelected) states.push(unreachable(name, federated.copies.get(name)))
      // The member is about to be linked. Plans of replicas do not wait for it.
      if (isSelected && member.isReady && (kind.plan === 'jobs' || kind.plan === 'autoscalers'))
        candidates.push({ copy: federated.copyIn(name), isSelected, lastReported: 0 })
    } else if (!link.hasSynced(kind)) {
      const copy = federated.copyIn(name)
      const refusal = link.refusalOf(kind)
      copy.failure = refusal ?? copy.failure
      if (isSelected)
        states.push({ cluster: name, state: refusal ? 'Failed' : 'Pending', ...refusal, copy: undefined })
      candidates.push({ copy, isSelected, isLeaving, lastReported: remembered.in(name) ?? 0 })
    } else if (!link.serves(kind)) {
      if (isSelected) states.push(unserved(name))
    } else {
      // Without an autoscaler nothing is created; an existing copy gets no replicas.
      const isMade = isSelected && spec.autoscaled?.has(name) !== false
      const copy = isMade ? federated.copyIn(name) : federated.copies.get(name)
      if (copy === undefined) continue
      // Even without a copy: a write may be about to start.
      copy.intent = isSelected ? 'present' : 'absent'
      if (!(isMade || isThere(copy))) continue
      candidates.push({ copy, isSelected, isLeaving, lastReported: undefined })
      open.push({ copy, link, isSelected })
    }
  }
  const outcome = kind.plan === undefined ? NO_OUTCOME : PLANS[kind.plan](federated, { candidates, now })
  // A plan may leave out clusters of the placement.
  const kept = open.filter(({ copy }) => copy.intent === 'present' || isThere(copy))
  const writes = kept.filter(({ copy, link }) => isWritable(copy) && !copy.isDone(link.labels))
  const { clusters: planned } = outcome
  const others = planned === undefined ? states : states.filter(({ cluster }) => planned.has(cluster))
  return { writes, states: [...others, ...kept.map(({ copy, link }) => stateOf(copy, link.labels))], outcome }
}

/** The copies of an object with an invalid placement stay unchanged. Each reports the reason. */
function unplaced(
  federated: FederatedObject,
  clusters: readonly LinkedCluster[],
  placementError: string,
): readonly ClusterState[] {
  const reported = reportedClusters(federated.stored?.metadata().annotations?.[CLUSTER_STATUS])
  return clusters.flatMap(({ member, link }) => {
    const { name } = member
    const copy = federated.copies.get(name)
    const isKnown = link?.hasSynced(federated.kind) === true
    if (isKnown ? !copy?.isOurs : !reported.has(name)) return []
    if (!member.isReady) return [unreachable(name, copy)]
    const message = excerpt(placementError, MAX_MESSAGE_LENGTH)
    return [{ cluster: name, state: 'Pending', reason: 'PlacementInvalid', message, copy }]
  })
}

/** Copies of a deleted object that must still be released, in writable clusters. */
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

/** Copies of a deleted object that still exist; no states if there are none. */
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
      // A synced cluster without a copy has none: only this server creates copies.
      if (link?.hasSynced(kind) && (copy === undefined || !isThere(copy))) continue
      states.push(
        member.isReady ? { cluster: name, state: 'Removing', copy: undefined } : unreachable(name, copy),
      )
    }
  }
  return { writes, states }
}

/** Whether the copy can be written now. */
function isWritable(copy: Copy): boolean {
  // A terminating copy must be gone first.
  return copy.intent === 'absent' || !copy.isOurs || copy.observed?.isTerminating === false
}

/** Whether the copy exists, or may exist. */
const isThere = (copy: Copy) => copy.isOurs || copy.maxSentReplicas !== undefined

/** Replicas from the last reported status, parsed on demand. */
class LastReportedReplicas {
  readonly #federated: FederatedObject
  #asked: ReadonlyMap<string, number> | undefined

  constructor(federated: FederatedObject) {
    this.#federated = federated
  }

  in(cluster: string): number | undefined {
    this.#asked ??= requestedReplicas(this.#federated.stored?.metadata().annotations?.[CLUSTER_STATUS])
    return this.#asked.get(cluster)
  }
}
