import type { ClusterPreference, ReplicaPreferences } from './preferences.js'

/** What is known of the replicas of one object when they are planned. */
export interface ReplicaDemand {
  readonly replicas: bigint
  /** The clusters that the object is in, or is to be in. Their order does not count. */
  readonly clusters: readonly string[]
  /** How many replicas run where, as far as the object is there. */
  readonly current: ReadonlyMap<string, bigint>
  /** How many replicas fit, where that is known. */
  readonly capacity: ReadonlyMap<string, bigint>
  /** `namespace/name`: which cluster is first among equals differs from object to object. */
  readonly key: string
}

export interface ReplicaPlan {
  /** For every cluster of the demand. */
  readonly scheduled: ReadonlyMap<string, bigint>
  /** What would have been given to a cluster beyond its capacity. */
  readonly overflow: ReadonlyMap<string, bigint>
}

/** A cluster while replicas are given to it. */
interface Share {
  readonly cluster: string
  readonly preference: ClusterPreference
  /** Undefined where any number fits. */
  readonly capacity: bigint | undefined
  given: bigint
  /** The part of `given` that the cluster has because its replicas run already. Its weight has not paid for it yet. */
  preallocated: bigint
  overflow: bigint
}

/**
 * Spreads the replicas of an object over clusters: first what each wants at least, then, unless running replicas may be moved,
 * what runs already, then the rest by weight. The same demand comes to the same plan everywhere, in 64-bit integers.
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
    // What has found a place in another cluster needs none here, unless the weights are to be kept to.
    const beyond = preferences.rebalance ? share.overflow : min(share.overflow, left)
    if (beyond > 0n) overflow.set(share.cluster, beyond)
  }
  return { scheduled, overflow }
}

/** The clusters that have a preference, in the order in which they are given replicas. */
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

/** The maximum is not looked at: who wants at least more than at most has the minimum first. */
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

/** In rounds: what one cluster cannot take is given to the others in the next. */
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

/** How many of so many replicas the cluster can have. What is beyond its capacity is noted. */
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

/** Products are those of 64-bit integers. */
const roundedUp = (product: bigint, divisor: bigint) => (BigInt.asIntN(64, product) + divisor - 1n) / divisor

/** The 32-bit FNV-1 hash of a text in UTF-8. */
function fnv1(text: string): number {
  let hash = 2166136261
  for (const byte of Buffer.from(text)) hash = Math.imul(hash, 16777619) ^ byte
  return hash >>> 0
}

/** What is known of the replicas in one cluster when they are to become others. */
export interface ClusterReplicas {
  readonly cluster: string
  /** How many the cluster is to have in the end. */
  readonly planned: number
  /** How many may run there now, because they do, or because the cluster was asked for them. */
  readonly held: number
}

/**
 * How many replicas each cluster may ask for now. Fewer are asked for at once; more only as far as others have let go of theirs,
 * so that a cluster that is slow to do so never makes more run than are planned in all.
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
