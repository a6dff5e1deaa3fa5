import { fnv1 } from '#federation/replicas/planner.js'
import type { Placement, SpreadConstraint } from '#kinds/federation/policies/selectors.js'
import { affinityRejection } from './cluster-affinity.js'
import { type CandidateCluster, type ClusterVerdict, rejected } from './cluster-facts.js'
import { groupsOf, spreadClusters } from './spread.js'
import { taintText, toleratedUntil } from './taints.js'

/** Why each cluster was chosen or not. */
export interface PlacementDecision {
  readonly verdicts: ReadonlyMap<string, ClusterVerdict>
  /** When a toleration ends and the decision may change, in milliseconds; undefined for never. */
  readonly reviewAt: number | undefined
}

const CHOSEN: ClusterVerdict = { isChosen: true, reason: 'Chosen', message: '' }

/**
 * Decides which clusters get an object. The same input always leads to the same decision. `key` is `namespace/name`: it
 * spreads objects over clusters that are equally good. `now` is in milliseconds.
 */
export function placeObject(
  placement: Placement | undefined,
  clusters: readonly CandidateCluster[],
  key: string,
  now: number,
): PlacementDecision {
  const verdicts = new Map<string, ClusterVerdict>()
  const constraints = placement?.spreadConstraints ?? []
  const open: CandidateCluster[] = []
  let reviewAt: number | undefined
  for (const cluster of clusters) {
    const tainted = taintVerdict(placement, cluster, now)
    if (tainted.until > now) reviewAt = Math.min(reviewAt ?? tainted.until, tainted.until)
    const rejection =
      affinityRejection(placement, cluster) ?? tainted.rejection ?? locationRejection(constraints, cluster)
    verdicts.set(cluster.name, rejection ?? tainted.note ?? CHOSEN)
    if (rejection === undefined) open.push(cluster)
  }
  if (constraints.length > 0) spread(ranked(open, key), constraints, verdicts)
  return { verdicts, reviewAt: reviewAt === Number.POSITIVE_INFINITY ? undefined : reviewAt }
}

/** Clusters with a copy come first, so that nothing moves, then those that are ready. */
function ranked(clusters: readonly CandidateCluster[], key: string): readonly CandidateCluster[] {
  return clusters
    .map((cluster) => ({ cluster, hash: fnv1(cluster.name + key) }))
    .sort(
      (a, b) =>
        Number(b.cluster.hasCopy) - Number(a.cluster.hasCopy) ||
        Number(b.cluster.isReady) - Number(a.cluster.isReady) ||
        a.hash - b.hash ||
        (a.cluster.name < b.cluster.name ? -1 : 1),
    )
    .map(({ cluster }) => cluster)
}

interface TaintVerdict {
  readonly rejection?: ClusterVerdict
  readonly note?: ClusterVerdict
  /** When the verdict ends. */
  readonly until: number
}

/** NoSchedule only keeps new copies away, NoExecute removes those that are there. */
function taintVerdict(
  placement: Placement | undefined,
  cluster: CandidateCluster,
  now: number,
): TaintVerdict {
  let until = Number.POSITIVE_INFINITY
  let note: ClusterVerdict | undefined
  for (const taint of cluster.taints) {
    const end = toleratedUntil(taint, placement?.clusterTolerations)
    if (end !== undefined && end > now) {
      until = Math.min(until, end)
      continue
    }
    const text = taintText(taint)
    if (taint.effect === 'NoSchedule' && cluster.hasCopy) {
      note = { isChosen: true, reason: 'Kept', message: `the taint ${text} keeps only new objects away` }
      continue
    }
    const message =
      end === undefined
        ? `the policy does not tolerate the taint ${text}`
        : `the policy tolerated the taint ${text} until ${new Date(end).toISOString()}`
    return { rejection: rejected('Tainted', message), until: Number.POSITIVE_INFINITY }
  }
  return { ...(note && { note }), until }
}

function locationRejection(
  constraints: readonly SpreadConstraint[],
  cluster: CandidateCluster,
): ClusterVerdict | undefined {
  const missing = constraints.find(({ by }) => groupsOf(by, cluster).length === 0)
  return missing && rejected('LocationUnknown', `the ${missing.by} of the cluster is not known`)
}

function spread(
  clusters: readonly CandidateCluster[],
  constraints: readonly SpreadConstraint[],
  verdicts: Map<string, ClusterVerdict>,
): void {
  const { chosen, unmet } = spreadClusters(clusters, constraints)
  for (const cluster of clusters) {
    if (chosen.has(cluster.name)) continue
    verdicts.set(
      cluster.name,
      unmet === undefined ? full(constraints, clusters, chosen) : few(unmet, clusters),
    )
  }
}

function full(
  constraints: readonly SpreadConstraint[],
  clusters: readonly CandidateCluster[],
  chosen: ReadonlySet<string>,
): ClusterVerdict {
  const limits = constraints.flatMap(({ by, maxGroups }) => {
    if (maxGroups === undefined) return []
    const groups = groupsIn(
      by,
      clusters.filter(({ name }) => chosen.has(name)),
    )
    return groups.length < maxGroups ? [] : [`at most ${counted(maxGroups, by)} (${groups.join(', ')})`]
  })
  return rejected('SpreadFull', `the policy allows ${limits.join(' and ') || 'no further cluster'}`)
}

function few({ by, minGroups = 1 }: SpreadConstraint, clusters: readonly CandidateCluster[]): ClusterVerdict {
  const groups = groupsIn(by, clusters)
  const known = groups.length === 0 ? 'none' : groups.join(', ')
  const message =
    groups.length < minGroups
      ? `the policy needs at least ${counted(minGroups, by)}, but there are only ${groups.length} (${known})`
      : `the policy needs at least ${counted(minGroups, by)}, which its other limits do not allow`
  return rejected('SpreadUnmet', message)
}

const groupsIn = (by: string, clusters: readonly CandidateCluster[]) =>
  [...new Set(clusters.flatMap((cluster) => groupsOf(by, cluster)))].sort()

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
