import type { ClusterPreference, ReplicaPreferences } from './preferences.js'

/** The input of the planner for one object. */
export interface ReplicaDemand {
  readonly replicas: bigint
  /** The clusters of the object, in any order. */
  readonly clusters: readonly string[]
  /** Running replicas per cluster. */
  readonly current: ReadonlyMap<string, bigint>
  /** How many replicas fit, where known. */
  readonly capacity: ReadonlyMap<string, bigint>
  /** `namespace/name`: its hash breaks ties between clusters. */
  readonly key: string
}

export interface ReplicaPlan {
  readonly scheduled: ReadonlyMap<string, bigint>
  /** Replicas beyond the capacity of a cluster. */
  readonly overflow: ReadonlyMap<string, bigint>
}

/** A cluster during planning. */
interface Share {
  readonly cluster: string
  readonly preference: ClusterPreference
  /** Undefined if unlimited. */
  readonly capacity: bigint | undefined
  given: bigint
  /** The part of `given` that already runs and is not yet charged to the weight. */
  preallocated: bigint
  overflow: bigint
}

/**
 * Distributes replicas over clusters: minimums first, then running replicas unless rebalancing is set, then the
 * rest by weight. Equal input gives an equal plan everywhere, in 64-bit integers.
 */
export function planReplicas(demand: ReplicaDemand, preferences: ReplicaPreferences): ReplicaPlan {
  const shares = sharesOf(demand, preferences)
  let left = giveMinimums(shares, demand.replicas)
  if (!preferences.rebalance) left = giveRunning(shares, demand.current, left)
  left = giveByWeight(shares, left)
  const scheduled = new Map(demand.clusters.map((cluster) => [cluster, 0n]))
  const overflow = new Map<string, bigint>()
  for (const share of shares) {
    scheduled.set(share.cluster, share.given)
    // Overflow that another cluster has taken is dropped, unless weights must be kept.
    const beyond = preferences.rebalance ? share.overflow : min(share.overflow, left)
    if (beyond > 0n) overflow.set(share.cluster, beyond)
  }
  return { scheduled, overflow }
}

/** Clusters of equal weight in planning order. */
export function planningOrder(clusters: readonly string[], key: string): readonly string[] {
  const hashes = new Map(clusters.map((cluster) => [cluster, fnv1(cluster + key)]))
  return [...clusters].sort((a, b) => (hashes.get(a) ?? 0) - (hashes.get(b) ?? 0) || (a < b ? -1 : 1))
}

/** The clusters with a preference, in planning order. */
function sharesOf(demand: ReplicaDemand, { clusters }: ReplicaPreferences): readonly Share[] {
  const ranked = demand.clusters.flatMap((cluster) => {
    const preference = clusters.get(cluster) ?? clusters.get('*')
    if (preference === undefined) return []
    const share: Share = {
      cluster,
      preference,
      capacity: demand.capacity.get(cluster),
      given: 0n,
      preallocated: 0n,
      overflow: 0n,
    }
    return [{ share, hash: fnv1(cluster + demand.key) }]
  })
  ranked.sort((a, b) => compare(b.share.preference.weight, a.share.preference.weight) || a.hash - b.hash)
  return ranked.map(({ share }) => share)
}

/** Ignores the maximum: a minimum above it wins. */
function giveMinimums(shares: readonly Share[], replicas: bigint): bigint {
  let left = replicas
  for (const share of shares) {
    const wanted = min(share.preference.minReplicas, left)
    share.given = share.capacity === undefined ? wanted : min(wanted, share.capacity)
    left -= share.given
  }
  return left
}

function giveRunning(
  shares: readonly Share[],
  current: ReadonlyMap<string, bigint>,
  replicas: bigint,
): bigint {
  let left = replicas
  for (const share of shares) {
    const running = current.get(share.cluster) ?? 0n
    if (running <= share.given) continue
    let target = running
    const { maxReplicas } = share.preference
    if (maxReplicas !== undefined) target = min(target, maxReplicas)
    if (share.capacity !== undefined) target = min(target, share.capacity)
    const extra = max(min(target - share.given, left), 0n)
    share.given += extra
    share.preallocated = extra
    left -= extra
  }
  return left
}

/** In rounds: what one cluster cannot take goes to the others in the next. */
function giveByWeight(shares: readonly Share[], replicas: bigint): bigint {
  let left = replicas
  let open = shares
  for (let hasChanged = true; hasChanged && left > 0n; ) {
    hasChanged = false
    const weights = open.reduce((sum, { preference }) => sum + preference.weight, 0n)
    if (weights === 0n) break
    const distributed = left
    const rest: Share[] = []
    for (const share of open) {
      let extra = min(roundedUp(distributed * share.preference.weight, weights), left)
      const used = min(extra, share.preallocated)
      share.preallocated -= used
      extra -= used
      const total = bounded(share, share.given + extra)
      if (used > 0n || total.given > share.given) hasChanged = true
      if (!total.isFull) rest.push(share)
      left -= total.given - share.given
      share.given = total.given
    }
    open = rest
  }
  return left
}

/** Limits replicas to what the cluster can take, and records the overflow. */
function bounded(share: Share, wanted: bigint): { readonly given: bigint; readonly isFull: boolean } {
  const { maxReplicas } = share.preference
  const { capacity } = share
  const isAboveMax = maxReplicas !== undefined && wanted > maxReplicas
  const allowed = isAboveMax ? maxReplicas : wanted
  if (capacity === undefined || allowed <= capacity) return { given: allowed, isFull: isAboveMax }
  share.overflow = allowed - capacity
  return { given: capacity, isFull: true }
}

const min = (a: bigint, b: bigint) => (a < b ? a : b)
const max = (a: bigint, b: bigint) => (a > b ? a : b)
const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)

/** 64-bit overflow, as in the original. */
const roundedUp = (product: bigint, divisor: bigint) => (BigInt.asIntN(64, product) + divisor - 1n) / divisor

// Browsers have no Buffer, and the console plans, too.
const ENCODER = new TextEncoder()

/** The 32-bit FNV-1 hash of a string in UTF-8. */
export function fnv1(text: string): number {
  let hash = 2166136261
  for (const byte of ENCODER.encode(text)) hash = Math.imul(hash, 16777619) ^ byte
  return hash >>> 0
}

/** Scheduled and running replicas of one cluster. */
export interface ClusterReplicas {
  readonly cluster: string
  readonly planned: number
  /** Replicas that run, or may run after a request. */
  readonly held: number
}

/**
 * The replicas that each cluster may have now. Clusters shrink at once, but grow only as others shrink, so that
 * a slow cluster never raises the total above the plan.
 */
export function grantReplicas(clusters: readonly ClusterReplicas[]): ReadonlyMap<string, number> {
  let room = 0
  for (const { planned, held } of clusters) room += planned - held
  const granted = new Map<string, number>()
  for (const { cluster, planned, held } of clusters) {
    const more = Math.max(0, Math.min(planned - held, room))
    room -= more
    granted.set(cluster, Math.min(planned, held + more))
  }
  return granted
}
