import type { ObservedCopy } from '#federation/propagation/copies/observed-copy.js'
import type { Copy, FederatedObject } from '#federation/propagation/federated-object.js'
import { grantReplicas, planReplicas } from '#federation/replicas/planner.js'

/** The part of a cluster in the replicas of an object. */
export interface ReplicaShare {
  readonly copy: Copy
  /** Whether the cluster is to have the object; else it still has a copy that is to go. */
  readonly isSelected: boolean
  /** How many replicas it was last known to ask for, where it cannot be seen now what is there; undefined where it can. */
  readonly lastReported: number | undefined
}

/** For how long a copy that neither gets nor loses replicas counts as one that has yet to start them. */
const STARTING_MS = 60_000

/**
 * Says how many replicas each copy may ask for now: plans where they are to be, and lets them move one after the other. `now` is the time
 * in milliseconds.
 */
export function scheduleReplicas(
  federated: FederatedObject,
  shares: readonly ReplicaShare[],
  now: number,
): void {
  const { spec } = federated
  if (spec.autoscaled !== undefined) {
    federated.replicaDemand = undefined
    for (const { copy } of shares) {
      copy.granted = spec.autoscaled.has(copy.cluster) ? (copy.observed?.replicas ?? 0) : 0
    }
    return
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
}

/**
 * A plan holds as long as nothing changes that it was made from. What runs is not part of that: while replicas start one by one, every
 * count on the way would lead to another plan, and to replicas that are made only to be removed.
 */
function scheduleSelected(federated: FederatedObject, selected: readonly ReplicaShare[], now: number): void {
  const { namespace, name, spec } = federated
  const demand = demandOf(federated, selected)
  const isSame = demand === federated.replicaDemand
  const holds = (share: ReplicaShare) => isSame && isStillPlanned(share)
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

/** What a plan is made from, besides what runs. */
function demandOf({ spec }: FederatedObject, selected: readonly ReplicaShare[]): string {
  const clusters = selected.map(({ copy: { cluster, capacity = '' } }) => `${cluster}=${capacity}`)
  return `${spec.replicas} ${spec.preferencesDigest} ${clusters.sort().join()}`
}

/** Whether no more is known of the cluster than when its part was planned. */
function isStillPlanned({ copy: { planned, observed }, lastReported }: ReplicaShare): boolean {
  if (planned === undefined) return false
  return !planned.isBlind || lastReported !== undefined || observed === undefined
}

/** How many replicas a cluster has as far as a new plan is concerned; undefined where nothing is known of it. */
function countedIn({ copy, lastReported }: ReplicaShare, now: number): number | undefined {
  const { observed, federated, progress, writtenReplicas } = copy
  const asked = observed?.replicas ?? lastReported
  if (asked === undefined) return undefined
  // What others have scaled up is to be undone, and no reason to leave it where it is.
  const ours = Math.min(asked, writtenReplicas ?? asked)
  if (observed === undefined || now - (progress?.since ?? now) < STARTING_MS) return ours
  return Math.min(ours, countOf(observed, federated.kind.status?.sums, 'replicas'))
}

/** Takes note of when a copy was last seen to ask for another number of replicas, or to report another. */
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
 * How many replicas may run in a cluster. More than the copy asks for are on their way out, unless a rollout has made some on top
 * for a while, or controllers have yet to see what is asked for.
 */
function heldReplicas({ copy, lastReported = 0 }: ReplicaShare): number {
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
