import { divideReplicas } from '#federation/policies/replica-division.js'
import type { ObservedCopy } from '#federation/propagation/copies/observed-copy.js'
import type { Copy, FederatedObject } from '#federation/propagation/federated-object.js'
import type { ObjectDivision } from '#federation/propagation/placing/decision.js'
import { grantReplicas, planReplicas } from '#federation/replicas/planner.js'
import { limitPreferences } from '#federation/replicas/preferences.js'
import { type CopyCandidate, NO_OUTCOME, type PlanInput, type PlanOutcome } from './plan.js'

/** How long a copy without progress counts as starting. */
const STARTING_MS = 60_000

/** Sets the replicas that each copy may have now: schedules them, then moves them step by step. */
export function scheduleReplicas(
  federated: FederatedObject,
  { candidates: shares, now }: PlanInput,
): PlanOutcome {
  const { spec } = federated
  const leaving = shares.filter(({ isLeaving }) => isLeaving)
  if (spec.autoscaled !== undefined) {
    federated.replicaDemand = undefined
    // An autoscaler does nothing at 0 replicas, so that a federated one finds at least one.
    const least = spec.isAutoscaledHere && spec.replicas !== 0 ? 1 : 0
    const start = Math.max(least, movedReplicas(spec.autoscaled, shares, leaving))
    for (const { copy } of shares) {
      copy.granted = !spec.autoscaled.has(copy.cluster)
        ? 0
        : copy.observed === undefined
          ? start
          : Math.max(copy.observed.replicas ?? 0, least)
    }
    for (const { copy } of leaving) copy.granted = copy.observed?.replicas ?? 0
    return NO_OUTCOME
  }
  if (federated.decision?.division?.mode === 'Duplicated') {
    duplicateReplicas(federated, shares)
    return NO_OUTCOME
  }
  const isStaying = ({ isSelected, isLeaving }: CopyCandidate) => isSelected && !isLeaving
  const selected = shares.filter(isStaying)
  for (const share of shares) {
    recordProgress(share.copy, now)
    if (!isStaying(share)) share.copy.planned = undefined
  }
  scheduleSelected(federated, selected, now)
  // The others do not wait for clusters that the object leaves: those wait for the others.
  const granted = grantReplicas(
    shares
      .filter(({ isLeaving }) => !isLeaving)
      .map((share) => {
        const { cluster, planned } = share.copy
        return { cluster, planned: planned?.replicas ?? 0, held: heldReplicas(share) }
      }),
  )
  for (const { copy } of shares) copy.granted = granted.get(copy.cluster)
  const ready = selected.reduce((sum, { copy }) => sum + copy.readyReplicas, 0)
  keepUnreplaced(leaving, Math.max(0, (spec.replicas ?? 0) - ready))
  return NO_OUTCOME
}

/** The replicas with which an autoscaled object starts in another cluster: together as many as it leaves. */
function movedReplicas(
  autoscaled: ReadonlySet<string>,
  shares: readonly CopyCandidate[],
  leaving: readonly CopyCandidate[],
): number {
  const moved = leaving.reduce((sum, { copy }) => sum + (copy.observed?.replicas ?? 0), 0)
  const isNew = ({ copy, isLeaving }: CopyCandidate) =>
    !isLeaving && copy.observed === undefined && autoscaled.has(copy.cluster)
  return Math.ceil(moved / Math.max(1, shares.filter(isNew).length))
}

/** Clusters that the object leaves keep the replicas that are not ready elsewhere. They never get more. */
function keepUnreplaced(leaving: readonly CopyCandidate[], missing: number): void {
  let left = missing
  for (const { copy } of leaving.toSorted((a, b) => (a.copy.cluster < b.copy.cluster ? -1 : 1))) {
    copy.granted = Math.min(copy.observed?.replicas ?? 0, left)
    left -= copy.granted
  }
}

/** Every cluster gets all replicas, except those that must not grow. */
function duplicateReplicas(federated: FederatedObject, shares: readonly CopyCandidate[]): void {
  federated.replicaDemand = undefined
  const all = federated.spec.replicas ?? 0
  for (const { copy, isSelected, isLeaving } of shares) {
    copy.planned = undefined
    const isFixed = isLeaving || federated.isKept(copy.cluster)
    copy.granted = !isSelected ? 0 : isFixed ? Math.min(all, copy.observed?.replicas ?? 0) : all
  }
}

/**
 * A schedule stays until its input changes. Running replicas are not part of the input: otherwise each start of
 * a replica would change the schedule and create replicas only to delete them.
 */
function scheduleSelected(federated: FederatedObject, selected: readonly CopyCandidate[], now: number): void {
  const { namespace, name, spec } = federated
  const division = federated.decision?.division
  const demand = demandOf(federated, selected)
  const isSame = demand === federated.replicaDemand
  const holds = (share: CopyCandidate) => isSame && isStillPlanned(share)
  if (selected.every(holds)) return
  const kept = new Map<string, bigint>()
  const current = new Map<string, bigint>()
  const capacity = new Map<string, bigint>()
  for (const share of selected) {
    const { cluster, planned, capacity: fitting } = share.copy
    const count = holds(share) ? planned?.scheduled : countedIn(share, now)
    if (count !== undefined) current.set(cluster, BigInt(Math.min(count, fitting ?? count)))
    if (federated.isKept(cluster)) kept.set(cluster, BigInt(count ?? 0))
    const most = smallest(fitting, roomIn(division, cluster, count))
    if (most !== undefined) capacity.set(cluster, BigInt(most))
  }
  const clusters = selected.map(({ copy }) => copy.cluster)
  const divide = division === undefined ? planReplicas : divideReplicas
  const { scheduled, overflow } = divide(
    { replicas: BigInt(spec.replicas ?? 0), clusters, current, capacity, key: `${namespace}/${name}` },
    limitPreferences(division?.preferences ?? spec.preferences, kept),
  )
  for (const { copy, lastReported } of selected) {
    const here = Number(scheduled.get(copy.cluster) ?? 0n)
    const replicas = here + Number(overflow.get(copy.cluster) ?? 0n)
    copy.planned = { scheduled: here, replicas, isBlind: lastReported !== undefined }
  }
  // The plan itself decides whether more room matters.
  federated.replicaDemand = demandOf(federated, selected)
}

/** The input of a schedule, apart from running replicas. */
function demandOf(federated: FederatedObject, selected: readonly CopyCandidate[]): string {
  const { spec, decision } = federated
  const division = decision?.division
  // More room matters only to replicas that found none.
  const planned = selected.reduce((sum, { copy }) => sum + (copy.planned?.replicas ?? 0), 0)
  const room = planned < (spec.replicas ?? 0) ? division?.fitting : undefined
  const clusters = selected.map(
    ({ copy: { cluster, capacity = '' } }) =>
      `${cluster}=${capacity}/${federated.isKept(cluster) ? 'kept' : (room?.get(cluster) ?? '')}`,
  )
  return `${spec.replicas} ${spec.preferencesDigest} ${division?.digest ?? ''} ${clusters.sort().join()}`
}

/** How many replicas fit into a cluster: those that are there, and as many as its free capacity allows. */
function roomIn(
  division: ObjectDivision | undefined,
  cluster: string,
  count: number | undefined,
): number | undefined {
  const free = division?.fitting.get(cluster)
  return free === undefined ? undefined : free + (count ?? 0)
}

const smallest = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other)

/** Whether the cluster is as well known as it was for the schedule. */
function isStillPlanned({ copy: { planned, observed }, lastReported }: CopyCandidate): boolean {
  if (planned === undefined) return false
  return !planned.isBlind || lastReported !== undefined || observed === undefined
}

/** The replicas that count for a new schedule; undefined for an unknown cluster. */
function countedIn({ copy, lastReported }: CopyCandidate, now: number): number | undefined {
  const { observed, federated, progress, writtenReplicas } = copy
  const asked = observed?.replicas ?? lastReported
  if (asked === undefined) return undefined
  // Replicas that others added do not count: they will be removed.
  const ours = Math.min(asked, writtenReplicas ?? asked)
  if (observed === undefined || now - (progress?.since ?? now) < STARTING_MS) return ours
  return Math.min(ours, countOf(observed, federated.kind.status?.sums, 'replicas'))
}

/** Records when desired or reported replicas last changed. */
function recordProgress(copy: Copy, now: number): void {
  const { observed, progress } = copy
  if (observed === undefined) return
  const { replicas, counts } = observed
  if (progress?.replicas === replicas && isEqual(progress?.counts, counts)) return
  copy.progress = { replicas, counts, since: now }
}

const isEqual = (one: readonly number[] | undefined, other: readonly number[]) =>
  one === other || (one?.length === other.length && one.every((count, index) => count === other[index]))

/**
 * The replicas that may run in a cluster. Surplus pods are terminating, unless a rollout surges or controllers
 * have not observed the copy yet.
 */
function heldReplicas({ copy, lastReported = 0 }: CopyCandidate): number {
  const { observed, maxSentReplicas = 0, federated } = copy
  if (observed === undefined) return Math.max(lastReported, maxSentReplicas)
  const asked = Math.max(observed.replicas ?? 0, maxSentReplicas)
  const { sums = [], sumsOfGeneration = [] } = federated.kind.status ?? {}
  const running = countOf(observed, sums, 'replicas')
  const isRolling = observed.isCurrent && countOf(observed, sums, sumsOfGeneration[0] ?? '') < running
  return isRolling ? asked : Math.max(asked, running)
}

function countOf({ counts }: ObservedCopy, sums: readonly string[] = [], name: string): number {
  return counts[sums.indexOf(name)] ?? 0
}
