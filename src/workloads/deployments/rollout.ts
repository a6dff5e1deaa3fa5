import type { Deployment } from '#kinds/apps/deployment/apps-v1/schema.js'
import type { ReplicaSetSummary } from './replica-set-summary.js'

/** How many pods there may be above and below the desired number. */
export interface Fenceposts {
  readonly maxSurge: number
  readonly maxUnavailable: number
}

/** Percentages of the desired pods: surge rounds up, unavailable rounds down. Both at 0 would block the rollout. */
export function resolveFenceposts({ spec }: Readonly<Deployment>): Fenceposts {
  const replicas = spec.replicas ?? 1
  if (spec.strategy.type === 'Recreate') return { maxSurge: 0, maxUnavailable: replicas }
  const { maxSurge, maxUnavailable } = spec.strategy.rollingUpdate ?? {}
  const surge = scaledValue(maxSurge ?? '25%', replicas, Math.ceil)
  const missing = scaledValue(maxUnavailable ?? '25%', replicas, Math.floor)
  return { maxSurge: surge, maxUnavailable: surge === 0 && missing === 0 ? 1 : Math.min(missing, replicas) }
}

export interface Scaling {
  readonly set: ReplicaSetSummary
  readonly to: number
}

const wantedBy = (sets: readonly ReplicaSetSummary[]) => sets.reduce((sum, { wanted }) => sum + wanted, 0)
const availableIn = (sets: readonly ReplicaSetSummary[]) =>
  sets.reduce((sum, { available }) => sum + available, 0)
const byAge = (a: ReplicaSetSummary, b: ReplicaSetSummary) =>
  a.createdAt - b.createdAt || a.revision - b.revision || (a.name < b.name ? -1 : 1)

/** The next size of the newest set, given the pods of the others. */
export function newSetSize(
  deployment: Readonly<Deployment>,
  newest: number,
  others: readonly ReplicaSetSummary[],
): number {
  const replicas = deployment.spec.replicas ?? 1
  if (deployment.spec.strategy.type === 'Recreate') return replicas
  if (newest > replicas) return replicas
  const room = replicas + resolveFenceposts(deployment).maxSurge - newest - wantedBy(others)
  return room <= 0 ? newest : newest + Math.min(room, replicas - newest)
}

/** The next step of a rolling update for old sets: unavailable pods first, then as many as allowed. */
export function scaleDownOld(
  deployment: Readonly<Deployment>,
  newest: ReplicaSetSummary,
  old: readonly ReplicaSetSummary[],
): readonly Scaling[] {
  if (wantedBy(old) === 0) return []
  const minAvailable = (deployment.spec.replicas ?? 1) - resolveFenceposts(deployment).maxUnavailable
  const newUnavailable = newest.wanted - newest.available
  const most = wantedBy(old) + newest.wanted - minAvailable - newUnavailable
  if (most <= 0) return []
  const sizes = new Map(old.map((set) => [set, set.wanted]))
  let cleaned = 0
  const sorted = [...old].sort(byAge)
  for (const set of sorted) {
    const down = Math.min(most - cleaned, set.wanted - set.available)
    if (down <= 0) continue
    sizes.set(set, set.wanted - down)
    cleaned += down
  }
  let spare = availableIn([newest, ...old]) - minAvailable
  for (const set of sorted) {
    const size = sizes.get(set) as number
    const down = Math.min(spare, size)
    if (down <= 0) continue
    sizes.set(set, size - down)
    spare -= down
  }
  return changes(sizes)
}

/** Distributes a change of replicas over all sets during an update. */
export function scaleInProportion(
  deployment: Readonly<Deployment>,
  newest: ReplicaSetSummary | undefined,
  old: readonly ReplicaSetSummary[],
  most: (set: ReplicaSetSummary) => number,
): readonly Scaling[] {
  const replicas = deployment.spec.replicas ?? 1
  const all = newest === undefined ? [...old] : [newest, ...old]
  const active = all.filter(({ wanted }) => wanted > 0)
  const [only] = active
  if (active.length <= 1) {
    const set = only ?? newest ?? all.sort((a, b) => b.revision - a.revision)[0]
    return set === undefined || set.wanted === replicas ? [] : [{ set, to: replicas }]
  }
  if (newest !== undefined && newest.wanted === replicas && newest.available === replicas) {
    return changes(new Map(old.filter(({ wanted }) => wanted > 0).map((set) => [set, 0])))
  }
  if (deployment.spec.strategy.type === 'Recreate') return []
  const allowed = replicas > 0 ? replicas + resolveFenceposts(deployment).maxSurge : 0
  const toAdd = allowed - wantedBy(active)
  if (toAdd === 0) return []
  // The largest set changes first; of equal ones the newer grows and the older shrinks.
  active.sort((a, b) => b.wanted - a.wanted || (toAdd > 0 ? byAge(b, a) : byAge(a, b)))
  const sizes = new Map<ReplicaSetSummary, number>()
  let added = 0
  for (const set of active) {
    const fraction =
      replicas === 0 ? -set.wanted : Math.round((set.wanted * allowed) / most(set)) - set.wanted
    const share = toAdd > 0 ? Math.min(fraction, toAdd - added) : Math.max(fraction, toAdd - added)
    sizes.set(set, set.wanted + share)
    added += share
  }
  const [largest] = active as [ReplicaSetSummary]
  sizes.set(largest, Math.max((sizes.get(largest) as number) + toAdd - added, 0))
  return changes(sizes)
}

const changes = (sizes: ReadonlyMap<ReplicaSetSummary, number>): readonly Scaling[] =>
  [...sizes].flatMap(([set, to]) => (set.wanted === to ? [] : [{ set, to }]))

/** An absolute number, or a percentage of the total. */
export function scaledValue(value: number | string, of: number, round: (amount: number) => number): number {
  return typeof value === 'number' ? value : round((Number.parseInt(value, 10) * of) / 100)
}
