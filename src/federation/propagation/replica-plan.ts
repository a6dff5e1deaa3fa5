import { grantReplicas } from '../replicas/grants.js'
import { planReplicas } from '../replicas/planner.js'
import type { Copy, Federated } from './federated.js'
import type { ObservedCopy } from './observed-copy.js'

/** The part of a cluster in the replicas of an object. */
export interface ReplicaShare {
  readonly copy: Copy
  /** Whether the cluster is to have the object; else it still has a copy that is to go. */
  readonly isSelected: boolean
  /** How many replicas it was last known to ask for, where it cannot be seen now what is there; undefined where it can. */
  readonly remembered: number | undefined
}

/** Says how many replicas each copy may ask for now: plans where they are to be, and lets them move one after the other. */
export function planShares(
  { kind, namespace, name, spec }: Federated,
  shares: readonly ReplicaShare[],
): void {
  if (spec.autoscaled !== undefined) {
    for (const { copy } of shares) {
      copy.granted = spec.autoscaled.has(copy.cluster) ? (copy.observed?.replicas ?? 0) : 0
    }
    return
  }
  const selected = shares.filter(({ isSelected }) => isSelected)
  const current = new Map<string, bigint>()
  const capacity = new Map<string, bigint>()
  for (const { copy, remembered } of selected) {
    const { observed, cluster } = copy
    const asked = observed?.replicas ?? remembered
    if (asked === undefined) continue
    const running = observed === undefined ? asked : countOf(observed, kind.status?.sums, 'replicas')
    // What others have scaled up is to be undone, and no reason to leave it where it is.
    const ours = Math.min(asked, running, copy.writtenReplicas ?? asked)
    current.set(cluster, BigInt(Math.min(ours, copy.capacity ?? ours)))
    if (copy.capacity !== undefined) capacity.set(cluster, BigInt(copy.capacity))
  }
  const { scheduled, overflow } = planReplicas(
    {
      replicas: BigInt(spec.replicas ?? 0),
      clusters: selected.map(({ copy }) => copy.cluster),
      current,
      capacity,
      key: `${namespace}/${name}`,
    },
    spec.preferences,
  )
  const granted = grantReplicas(
    shares.map((share) => {
      const { cluster } = share.copy
      const planned = (scheduled.get(cluster) ?? 0n) + (overflow.get(cluster) ?? 0n)
      return { cluster, planned: Number(planned), held: heldBy(share) }
    }),
  )
  for (const { copy } of shares) copy.granted = granted.get(copy.cluster)
}

/**
 * How many replicas may run in a cluster. More than the copy asks for are on their way out, unless a rollout has made some on top
 * for a while, or controllers have yet to see what is asked for.
 */
function heldBy({ copy, remembered = 0 }: ReplicaShare): number {
  const { observed, sent = 0, federated } = copy
  if (observed === undefined) return Math.max(remembered, sent)
  const asked = Math.max(observed.replicas ?? 0, sent)
  const { sums = [], sumsOfGeneration = [] } = federated.kind.status ?? {}
  const running = countOf(observed, sums, 'replicas')
  const isRolling = observed.isCurrent && countOf(observed, sums, sumsOfGeneration[0] ?? '') < running
  return isRolling ? asked : Math.max(asked, running)
}

function countOf({ counts }: ObservedCopy, sums: readonly string[] = [], name: string): number {
  return counts[sums.indexOf(name)] ?? 0
}
