import type { ObservedCopy } from '#federation/propagation/copies/observed-copy.js'
import type { Copy, FederatedObject } from '#federation/propagation/federated-object.js'
import { grantReplicas, planReplicas } from '#federation/replicas/planner.js'
import { type CopyCandidate, NO_OUTCOME, type PlanInput, type PlanOutcome } from './plan.js'

/** How long a copy without progress counts as starting. */
const STARTING_MS = 60_000

/** Sets the replicas that each copy may have now: schedules them, then moves them step by step. */
export function scheduleReplicas(
  federated: FederatedObject,
  { candidates: shares, now }: PlanInput,
): PlanOutcome {
  const { spec } = federated
  if (spec.autoscaled !== undefined) {
    federated.replicaDemand = undefined
    // An autoscaler does nothing at 0 replicas, so that a federated one finds at least one.
    const least = spec.isAutoscaledHere && spec.replicas !== 0 ? 1 : 0
    for (const { copy } of shares) {
      copy.granted = spec.autoscaled.has(copy.cluster) ? Math.max(copy.observed?.replicas ?? 0, least) : 0
    }
    return NO_OUTCOME
  }
  const selected = shares.filter(({ isSelected }) => isSelected)
  for (const { copy, isSelected } of shares) {
    recordProgress(copy, now)
    if (!isSelected) copy.planned = undefined
  }
  scheduleSelected(federated, selected, now)
  const granted = grantReplicas(
    shares.map((share) => {
      const { cluster, planned } = share.copy
      return { cluster, planned: planned?.replicas ?? 0, held: heldReplicas(share) }
    }),
  )
  for (const { copy } of shares) copy.granted = granted.get(copy.cluster)
  return NO_OUTCOME
}

/**
 * A schedule stays until its input changes. Running replicas are not part of the input: otherwise each start of
 * a replica would change the schedule and create replicas only to delete them.
 */
function scheduleSelected(federated: FederatedObject, selected: readonly CopyCandidate[], now: number): void {
  const { namespace, name, spec } = federated
  const demand = demandOf(federated, selected)
  const isSame = demand === federated.replicaDemand
  const holds = (share: CopyCandidate) => isSame && isStillPlanned(share)
  if (selected.every(holds)) return
  const current = new Map<string, bigint>()
  const capacity = new Map<string, bigint>()
  for (const share of selected) {
    const { cluster, planned, capacity: fitting } = share.copy
    const count = holds(share) ? planned?.scheduled : countedIn(share, now)
    if (count !== undefined) current.set(cluster, BigInt(Math.min(count, fitting ?? count)))
    if (fitting !== undefined) capacity.set(cluster, BigInt(fitting))
  }
  const clusters = selected.map(({ copy }) => copy.cluster)
  const { scheduled, overflow } = planReplicas(
    { replicas: BigInt(spec.replicas ?? 0), clusters, current, capacity, key: `${namespace}/${name}` },
    spec.preferences,
  )
  for (const { copy, lastReported } of selected) {
    const here = Number(scheduled.get(copy.cluster) ?? 0n)
    const replicas = here + Number(overflow.get(copy.cluster) ?? 0n)
    copy.planned = { scheduled: here, replicas, isBlind: lastReported !== undefined }
  }
  federated.replicaDemand = demand
}

/** The input of a schedule, apart from running replicas. */
function demandOf({ spec }: FederatedObject, selected: readonly CopyCandidate[]): string {
  const clusters = selected.map(({ copy: { cluster, capacity = '' } }) => `${cluster}=${capacity}`)
  return `${spec.replicas} ${spec.preferencesDigest} ${clusters.sort().join()}`
}

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
