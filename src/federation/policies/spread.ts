import type { SpreadConstraint } from '#kinds/federation/policies/selectors.js'
import type { CandidateCluster } from './cluster-facts.js'

/** The clusters that keep all constraints. */
export interface Spread {
  readonly chosen: ReadonlySet<string>
  /** The constraint whose minimum cannot be met; undefined if all are. */
  readonly unmet: SpreadConstraint | undefined
}

/** Steps of the search for the minimums. Real federations need as many as there are groups. */
const MAX_STEPS = 2000

/** The groups that a cluster is in: its region, its zones, or itself. */
export function groupsOf(by: string, { name, region, zones }: CandidateCluster): readonly string[] {
  if (by === 'cluster') return [name]
  if (by === 'zone') return zones
  return region === '' ? [] : [region]
}

/**
 * Chooses as many clusters as the constraints allow, in the order of `clusters`: first some that meet the minimums,
 * then the rest up to the maximums. If the minimums cannot be met, only clusters that have a copy stay.
 */
export function spreadClusters(
  clusters: readonly CandidateCluster[],
  constraints: readonly SpreadConstraint[],
): Spread {
  const chosen = new Groups(constraints)
  const unmet =
    constraints.find((constraint) => !isPossible(constraint, clusters)) ?? new Search(clusters, chosen).run()
  for (const cluster of clusters) {
    if (unmet !== undefined && !cluster.hasCopy) continue
    if (!chosen.has(cluster) && chosen.allows(cluster)) chosen.add(cluster)
  }
  return { chosen: chosen.names, unmet }
}

/** Whether there are enough groups at all. */
function isPossible({ by, minGroups = 1 }: SpreadConstraint, clusters: readonly CandidateCluster[]): boolean {
  return new Set(clusters.flatMap((cluster) => groupsOf(by, cluster))).size >= minGroups
}

/** The chosen clusters, and how often each group is among them. */
class Groups {
  readonly names = new Set<string>()
  readonly #constraints: readonly {
    readonly constraint: SpreadConstraint
    readonly counts: Map<string, number>
  }[]

  constructor(constraints: readonly SpreadConstraint[]) {
    this.#constraints = constraints.map((constraint) => ({ constraint, counts: new Map() }))
  }

  /** The first constraint with too few groups. */
  get unmet(): SpreadConstraint | undefined {
    return this.#constraints.find(({ constraint, counts }) => counts.size < (constraint.minGroups ?? 1))
      ?.constraint
  }

  has({ name }: CandidateCluster): boolean {
    return this.names.has(name)
  }

  /** Whether no maximum is exceeded with the cluster. */
  allows(cluster: CandidateCluster): boolean {
    return this.#constraints.every(({ constraint, counts }) => {
      const more = groupsOf(constraint.by, cluster).filter((group) => !counts.has(group)).length
      return counts.size + more <= (constraint.maxGroups ?? Number.POSITIVE_INFINITY)
    })
  }

  /** Whether the cluster adds a group. */
  extends({ by }: SpreadConstraint, cluster: CandidateCluster): boolean {
    const counts = this.#constraints.find(({ constraint }) => constraint.by === by)?.counts
    return groupsOf(by, cluster).some((group) => !counts?.has(group))
  }

  add(cluster: CandidateCluster): void {
    this.names.add(cluster.name)
    this.#count(cluster, 1)
  }

  remove(cluster: CandidateCluster): void {
    this.names.delete(cluster.name)
    this.#count(cluster, -1)
  }

  #count(cluster: CandidateCluster, by: number): void {
    for (const { constraint, counts } of this.#constraints) {
      for (const group of groupsOf(constraint.by, cluster)) {
        const count = (counts.get(group) ?? 0) + by
        if (count === 0) counts.delete(group)
        else counts.set(group, count)
      }
    }
  }
}

/** Depth first: a cluster that was preferred is only left out if nothing else fits. */
class Search {
  readonly #clusters: readonly CandidateCluster[]
  readonly #chosen: Groups
  #steps = 0

  constructor(clusters: readonly CandidateCluster[], chosen: Groups) {
    this.#clusters = clusters
    this.#chosen = chosen
  }

  /** Chooses clusters that meet all minimums, or none. Returns a constraint that could not be met. */
  run(): SpreadConstraint | undefined {
    const unmet = this.#chosen.unmet
    if (unmet === undefined) return undefined
    for (const cluster of this.#clusters) {
      if (this.#chosen.has(cluster) || !this.#chosen.extends(unmet, cluster)) continue
      if (!this.#chosen.allows(cluster)) continue
      if (++this.#steps > MAX_STEPS) return unmet
      this.#chosen.add(cluster)
      if (this.run() === undefined) return undefined
      this.#chosen.remove(cluster)
    }
    return unmet
  }
}
