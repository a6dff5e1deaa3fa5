import { CLUSTER_STATUS } from '#federation/annotations.js'
import { type CandidateCluster, type ClusterVerdict, rejected } from '#federation/policies/cluster-facts.js'
import { placeObject } from '#federation/policies/place-object.js'
import type { FederatedObject } from '#federation/propagation/federated-object.js'
import type { LinkedCluster } from '#federation/propagation/schedule/schedule.js'
import { reportedClusters } from '#federation/propagation/status/breakdown.js'
import type { ObjectDecision } from './decision.js'
import { divisionOfObject } from './object-division.js'

/** What a decision depends on besides the object. */
export interface DecisionContext {
  readonly clusters: readonly LinkedCluster[]
  /** The title of a workload in a cluster that needs the object there; undefined if none does. */
  readonly neededBy: (cluster: string) => string | undefined
  /** Whether workloads need the object in some cluster. */
  readonly isNeeded: boolean
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
  if (policy === undefined && overrides.length === 0 && !context.isNeeded) return undefined
  const base = baseDecision(federated, context)
  const verdicts = spec.isPlaced ? base.verdicts : withNeeded(base.verdicts, context)
  const division = divisionOfObject(federated, context.clusters, verdicts)
  return { policy, overrides, isByAnnotations: spec.isPlaced, verdicts, division, reviewAt: base.reviewAt }
}

function baseDecision(
  federated: FederatedObject,
  { clusters, now }: DecisionContext,
): Pick<ObjectDecision, 'verdicts' | 'reviewAt'> {
  const { policy, spec, namespace, name } = federated
  if (policy !== undefined && !spec.isPlaced)
    return placeObject(policy.spec.placement, candidates(federated, clusters), `${namespace}/${name}`, now)
  const otherwise = spec.isPlaced ? NOT_ANNOTATED : NOT_NEEDED
  const verdictOf = ({ member }: LinkedCluster) =>
    (spec.isPlaced || federated.isSelectedByKind) && spec.placement.includes(member) ? CHOSEN : otherwise
  const verdicts = clusters.map((cluster) => [cluster.member.name, verdictOf(cluster)] as const)
  return { verdicts: new Map(verdicts), reviewAt: undefined }
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
): readonly CandidateCluster[] {
  const { kind, stored, copies } = federated
  const reported = reportedClusters(stored?.metadata().annotations?.[CLUSTER_STATUS])
  return clusters.map(({ member, link }) => {
    const copy = copies.get(member.name)
    const isKnown = link?.hasSynced(kind) === true
    const hasCopy = isKnown
      ? copy?.isOurs === true || copy?.isBeingWritten === true
      : reported.has(member.name)
    return { ...member.facts, hasCopy }
  })
}
