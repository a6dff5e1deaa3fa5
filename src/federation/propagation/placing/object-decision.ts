import { CLUSTER_STATUS } from '#federation/annotations.js'
import type { Member } from '#federation/members/members.js'
import { type ClusterVerdict, rejected } from '#federation/policies/cluster-facts.js'
import { type EvictableCluster, NO_EVICTIONS, planEvictions } from '#federation/policies/evictions.js'
import { placeObject } from '#federation/policies/place-object.js'
import type { FederatedObject } from '#federation/propagation/federated-object.js'
import type { LinkedCluster } from '#federation/propagation/schedule/schedule.js'
import { reportedClusters } from '#federation/propagation/status/breakdown.js'
import { DEFAULT_GRACE_PERIOD_SECONDS, type PropagationSpec } from '#kinds/federation/policies/propagation.js'
import type { ObjectDecision } from './decision.js'
import { evictionsOf } from './eviction-record.js'
import { divisionOfObject, requestsOf } from './object-division.js'
import { isReplaced } from './replacement.js'
import { roomError } from './room.js'

/** What a decision depends on besides the object. */
export interface DecisionContext {
  readonly clusters: readonly LinkedCluster[]
  /** The title of a workload in a cluster that needs the object there; undefined if none does. */
  readonly neededBy: (cluster: string) => string | undefined
  /** Whether workloads need the object in some cluster. */
  readonly isNeeded: boolean
  /** What the object scales, if that is propagated, too. */
  readonly target?: FederatedObject | undefined
  readonly now: number
}

const CHOSEN: ClusterVerdict = { isChosen: true, reason: 'Chosen', message: '' }
const NOT_ANNOTATED = rejected('Annotated', 'annotations of the object do not select the cluster')
const NOT_NEEDED = rejected('NotNeeded', 'no workload in the cluster refers to the object')

/** Decides the clusters of an object; undefined if no policy concerns it and its own annotations decide alone. */
export function decideObject(
  federated: FederatedObject,
  context: DecisionContext,
): ObjectDecision | undefined {
  const { policy, overrides, spec } = federated
  if (policy === undefined && overrides.length === 0 && !context.isNeeded && !isFollowing(federated, context))
    return undefined
  const decided =
    policy === undefined || spec.isPlaced
      ? { ...ownDecision(federated, context), evictions: NO_EVICTIONS, reviewAt: undefined }
      : decisionByPolicy(federated, policy.spec, context)
  const division = divisionOfObject(federated, context.clusters, decided.verdicts)
  return { policy, overrides, isByAnnotations: spec.isPlaced, ...decided, division }
}

/** The clusters that the policy chooses, and those that have to be left for it. */
function decisionByPolicy(
  federated: FederatedObject,
  policy: PropagationSpec,
  context: DecisionContext,
): Pick<ObjectDecision, 'verdicts' | 'evictions' | 'reviewAt'> {
  const { kind, namespace, name } = federated
  const { clusters, now, target } = context
  // Definitions stay wherever they are.
  if (kind.isPreserved) {
    const placed = placeObject(policy.placement, candidates(federated, clusters), `${namespace}/${name}`, now)
    return { ...placed, evictions: NO_EVICTIONS }
  }
  let reviewAt: number | undefined
  const outcome = planEvictions({
    clusters: candidates(federated, clusters),
    before: evictionsOf(federated),
    place: (open, staying) => {
      const candidates = target === undefined ? open : scalable(open, context)
      const placed = placeObject(policy.placement, candidates, `${namespace}/${name}`, now, staying)
      reviewAt = placed.reviewAt
      return withTarget(withNeeded(placed.verdicts, context), context)
    },
    roomError: (move) => roomError(federated, move, () => requestsOf(federated)),
    isReplaced: (move) => isReplaced(federated, move, clusters),
    isPlanned: kind.plan === 'jobs' || kind.plan === 'autoscalers',
    gracePeriodMs: (policy.gracePeriodSeconds ?? DEFAULT_GRACE_PERIOD_SECONDS) * 1000,
    now,
  })
  return { ...outcome, reviewAt: earliest(reviewAt, outcome.reviewAt) }
}

const earliest = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other)

function ownDecision(federated: FederatedObject, context: DecisionContext): Pick<ObjectDecision, 'verdicts'> {
  const { spec } = federated
  const { clusters } = context
  const otherwise = spec.isPlaced ? NOT_ANNOTATED : NOT_NEEDED
  const verdictOf = ({ member }: LinkedCluster) =>
    (spec.isPlaced || federated.isSelectedByKind) && spec.placement.includes(member) ? CHOSEN : otherwise
  const verdicts = clusters.map((cluster) => [cluster.member.name, verdictOf(cluster)] as const)
  const own = new Map(verdicts)
  return { verdicts: withTarget(spec.isPlaced ? own : withNeeded(own, context), context) }
}

/** Whether an autoscaler without a policy may not be in all of its clusters. */
const isFollowing = ({ spec }: FederatedObject, { clusters, target }: DecisionContext) =>
  target !== undefined &&
  clusters.some(
    ({ member }) => spec.placement.includes(member) && verdictOfTarget(target, member) !== undefined,
  )

/** The clusters that have the target. Their taints concern the target: its autoscaler stays and goes with it. */
function scalable(
  open: readonly EvictableCluster[],
  { clusters, target }: DecisionContext,
): readonly EvictableCluster[] {
  const elsewhere = clusters
    .filter(({ member }) => target && verdictOfTarget(target, member)?.isChosen === false)
    .map(({ member }) => member.name)
  return open.filter(({ name }) => !elsewhere.includes(name)).map((cluster) => ({ ...cluster, taints: [] }))
}

/** An autoscaler is only where its target is. */
function withTarget(
  verdicts: ReadonlyMap<string, ClusterVerdict>,
  { clusters, target }: DecisionContext,
): ReadonlyMap<string, ClusterVerdict> {
  if (target === undefined) return verdicts
  const changed = clusters.flatMap(({ member }) => {
    const isOpen = verdicts.get(member.name)?.isChosen !== false
    const verdict = isOpen ? verdictOfTarget(target, member) : undefined
    return verdict === undefined ? [] : [[member.name, verdict] as const]
  })
  return new Map([...verdicts, ...changed])
}

/** What the clusters of a target say about its autoscaler; undefined if nothing. */
function verdictOfTarget(target: FederatedObject, member: Member): ClusterVerdict | undefined {
  const verdict = target.decision?.verdicts.get(member.name)
  if (verdict?.copy === 'kept') return verdict
  return target.isWantedIn(member) && verdict?.copy !== 'leaving'
    ? undefined
    : rejected('NoTarget', `${target.kind.kind} ${target.name} is not to be in the cluster`)
}

function withNeeded(
  verdicts: ReadonlyMap<string, ClusterVerdict>,
  { isNeeded, neededBy }: DecisionContext,
): ReadonlyMap<string, ClusterVerdict> {
  if (!isNeeded) return verdicts
  const changed = [...verdicts].map(([cluster, verdict]) => {
    const workload = verdict.isChosen ? undefined : neededBy(cluster)
    const needed = { isChosen: true, reason: 'Needed', message: `${workload} refers to the object` }
    return [cluster, workload === undefined ? verdict : needed] as const
  })
  return new Map(changed)
}

function candidates(
  federated: FederatedObject,
  clusters: readonly LinkedCluster[],
): readonly EvictableCluster[] {
  const { kind, stored, copies } = federated
  const reported = reportedClusters(stored?.metadata().annotations?.[CLUSTER_STATUS])
  return clusters.map(({ member, link }) => {
    const copy = copies.get(member.name)
    const isSynced = link?.hasSynced(kind) === true
    const mayBeThere = copy?.isBeingWritten === true || copy?.maxSentReplicas !== undefined
    const hasCopy = isSynced ? copy?.isOurs === true || mayBeThere : reported.has(member.name)
    // What is known of a cluster that is away may be outdated.
    return { ...member.facts, hasCopy, isKnown: isSynced && member.isReady }
  })
}
