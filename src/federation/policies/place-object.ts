import { fnv1 } from '#federation/replicas/planner.js'
import type { Placement, SpreadConstraint } from '#kinds/federation/policies/selectors.js'
import { affinityRejection } from './cluster-affinity.js'
import { type CandidateCluster, type ClusterVerdict, rejected } from './cluster-facts.js'
import { DEFAULT_TOLERATION_SECONDS, isConditionTaint } from './condition-taints.js'
import { groupsOf, spreadClusters } from './spread.js'
import { type ClusterTaint, taintText, toleratedUntil } from './taints.js'

/** Why each cluster was chosen or not. */
export interface PlacementDecision {
  readonly verdicts: ReadonlyMap<string, ClusterVerdict>
  /** When a toleration ends and the decision may change, in milliseconds; undefined for never. */
  readonly reviewAt: number | undefined
}

const NONE: ReadonlyMap<string, string> = new Map()
const CHOSEN: ClusterVerdict = { isChosen: true, reason: 'Chosen', message: '' }

/**
 * Decides which clusters get an object. The same input always leads to the same decision. `key` is `namespace/name`: it
 * spreads objects over clusters that are equally good. `now` is in milliseconds. `staying` has the clusters that cannot be left
 * although they are tainted, and why.
 */
export function placeObject(
  placement: Placement | undefined,
  clusters: readonly CandidateCluster[],
  key: string,
  now: number,
  staying = NONE,
): PlacementDecision {
  const verdicts = new Map<string, ClusterVerdict>()
  const constraints = placement?.spreadConstraints ?? []
  const open: CandidateCluster[] = []
  let reviewAt: number | undefined
  for (const cluster of clusters) {
    const tainted = taintVerdict(placement, cluster, now, staying.get(cluster.name))
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

/** NoSchedule only keeps new copies away, NoExecute removes those that are there, unless they have to stay. */
function taintVerdict(
  placement: Placement | undefined,
  cluster: CandidateCluster,
  now: number,
  cannotLeave: string | undefined,
): TaintVerdict {
  let until = Number.POSITIVE_INFINITY
  let kept: ClusterVerdict | undefined
  let tolerated: ClusterVerdict | undefined
  for (const taint of cluster.taints) {
    const end = toleratedUntil(taint, placement?.clusterTolerations) ?? toleratedByDefault(taint)
    const text = taintText(taint)
    if (end !== undefined && end > now) {
      until = Math.min(until, end)
      if (taint.effect === 'NoSchedule') continue
      const limit = Number.isFinite(end) ? ` until ${new Date(end).toISOString()}` : ''
      tolerated = chosen('Tolerated', `the policy tolerates the taint ${text}${limit}`)
      continue
    }
    if (taint.effect === 'NoSchedule' && cluster.hasCopy) {
      kept ??= {
        ...chosen('Kept', `the taint ${text} keeps new objects and more replicas away`),
        copy: 'kept',
      }
      continue
    }
    const message =
      end === undefined
        ? `the policy does not tolerate the taint ${text}`
        : `the policy tolerated the taint ${text} until ${new Date(end).toISOString()}`
    if (cannotLeave === undefined || taint.effect === 'NoSchedule')
      return { rejection: rejected('Tainted', message), until: Number.POSITIVE_INFINITY }
    kept = { ...chosen('NoRoom', `${message}, but ${cannotLeave}`), copy: 'kept' }
  }
  if (kept?.reason === 'NoRoom') return { note: kept, until }
  const note = tolerated === undefined ? kept : { ...tolerated, ...(kept && { copy: 'kept' as const }) }
  return { ...(note && { note }), until }
}

/** A cluster that is away may come back. */
const toleratedByDefault = (taint: ClusterTaint): number | undefined =>
  taint.effect === 'NoExecute' && isConditionTaint(taint.key)
    ? taint.timeAdded + DEFAULT_TOLERATION_SECONDS * 1000
    : undefined

const chosen = (reason: string, message: string): ClusterVerdict => ({ isChosen: true, reason, message })

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
