import { type CandidateCluster, type ClusterVerdict, rejected } from './cluster-facts.js'

/** The way of an object out of one cluster. */
export interface Eviction {
  /** In milliseconds. */
  readonly since: number
  /** Whether the copy no longer counts and is to be removed, even if the cluster returns. */
  readonly isLeft: boolean
}

/** By cluster name. */
export type Evictions = ReadonlyMap<string, Eviction>

export const NO_EVICTIONS: Evictions = new Map()

/** A cluster as evictions see it. */
export interface EvictableCluster extends CandidateCluster {
  /** Whether the copies in the cluster are known now. */
  readonly isKnown: boolean
}

export interface EvictionInput {
  readonly clusters: readonly EvictableCluster[]
  readonly before: Evictions
  /** Places the object; `staying` has the clusters that cannot be left, and why. */
  readonly place: (
    clusters: readonly EvictableCluster[],
    staying: ReadonlyMap<string, string>,
  ) => ReadonlyMap<string, ClusterVerdict>
  /** Why the object cannot leave these clusters; undefined if it can. */
  readonly roomError: (move: ClusterMove) => string | undefined
  /** Whether the copies in the other clusters are ready, and enough. */
  readonly isReplaced: (move: ClusterMove) => boolean
  /** Whether clusters are left at once: the plan of the kind moves the parts of its objects. */
  readonly isPlanned: boolean
  readonly gracePeriodMs: number
  /** In milliseconds. */
  readonly now: number
}

/** What an object would do. */
export interface ClusterMove {
  /** Clusters that may get more of it. */
  readonly growing: readonly EvictableCluster[]
  /** Clusters that keep what they have. */
  readonly kept: readonly EvictableCluster[]
  readonly leaving: readonly EvictableCluster[]
}

export interface EvictionOutcome {
  readonly verdicts: ReadonlyMap<string, ClusterVerdict>
  readonly evictions: Evictions
  /** When a grace period ends, in milliseconds; undefined for never. */
  readonly reviewAt: number | undefined
}

/**
 * Keeps the copies in clusters that the object has to leave until they are replaced. A tainted cluster is left only if
 * there is room elsewhere. A cluster that is away is left at once, and stays left when it returns, until its copy is gone:
 * the replicas there run elsewhere by then.
 */
export function planEvictions(input: EvictionInput): EvictionOutcome {
  const { before, now, gracePeriodMs } = input
  const evictions = new Map<string, Eviction>()
  const left = new Map<string, ClusterVerdict>()
  const open: EvictableCluster[] = []
  for (const cluster of input.clusters) {
    const eviction = before.get(cluster.name)
    if (!eviction?.isLeft || (cluster.isKnown && !cluster.hasCopy)) open.push(cluster)
    else {
      evictions.set(cluster.name, eviction)
      left.set(cluster.name, EVICTED)
    }
  }
  const verdicts = new Map([...placeWithRoom(input, open), ...left])
  const chosen = open.filter(({ name }) => verdicts.get(name)?.isChosen)
  const leaving = open.filter(({ name, hasCopy }) => hasCopy && !verdicts.get(name)?.isChosen)
  const isReplaced =
    leaving.length > 0 && (chosen.length === 0 || input.isReplaced(moveOf(verdicts, chosen, leaving)))
  let reviewAt: number | undefined
  for (const { name, isReady } of leaving) {
    const since = before.get(name)?.since ?? now
    const end = since + gracePeriodMs
    const isLeft = input.isPlanned || isReplaced || !isReady || now >= end
    evictions.set(name, { since, isLeft })
    const { message = '' } = verdicts.get(name) ?? {}
    if (isLeft) verdicts.set(name, rejected('Evicted', `${message}; the copy is being removed`))
    else {
      reviewAt = Math.min(reviewAt ?? end, end)
      const limit = new Date(end).toISOString()
      const text = `${message}; the copy stays until others are ready, at most until ${limit}`
      verdicts.set(name, { ...rejected('Leaving', text), copy: 'leaving' })
    }
  }
  return { verdicts, evictions, reviewAt }
}

const EVICTED = rejected('Evicted', 'the object has left the cluster; its former copy is removed first')

function moveOf(
  verdicts: ReadonlyMap<string, ClusterVerdict>,
  chosen: readonly EvictableCluster[],
  leaving: readonly EvictableCluster[],
): ClusterMove {
  const mayGrow = ({ name, isReady }: EvictableCluster) => isReady && verdicts.get(name)?.copy !== 'kept'
  return {
    growing: chosen.filter(mayGrow),
    kept: chosen.filter((cluster) => !mayGrow(cluster)),
    leaving,
  }
}

/** Tainted clusters stay, one after the other, until the rest has room elsewhere. */
function placeWithRoom(
  { before, place, roomError }: EvictionInput,
  clusters: readonly EvictableCluster[],
): ReadonlyMap<string, ClusterVerdict> {
  const staying = new Map<string, string>()
  for (;;) {
    const verdicts = place(clusters, staying)
    const tainted = clusters.filter(
      ({ name, hasCopy }) => hasCopy && verdicts.get(name)?.reason === 'Tainted' && !before.has(name),
    )
    // By name: clusters come in the order in which the server learned of them.
    const last = tainted.toSorted((a, b) => (a.name < b.name ? -1 : 1)).at(-1)
    if (last === undefined) return verdicts
    const chosen = clusters.filter(({ name }) => verdicts.get(name)?.isChosen)
    const error = roomError(moveOf(verdicts, chosen, tainted))
    if (error === undefined) return verdicts
    staying.set(last.name, error)
  }
}

interface StoredEviction {
  readonly since?: unknown
  readonly left?: unknown
}

/** Reads the annotation. Clients may have written anything. */
export function parseEvictions(text: string | undefined): Evictions {
  if (text === undefined) return NO_EVICTIONS
  try {
    const stored = JSON.parse(text) as Readonly<Record<string, StoredEviction | null>> | null
    return new Map(
      Object.entries(stored ?? {}).flatMap(([name, eviction]) => {
        const since = Date.parse(String(eviction?.since))
        return Number.isNaN(since) ? [] : [[name, { since, isLeft: eviction?.left === true }] as const]
      }),
    )
  } catch {
    return NO_EVICTIONS
  }
}

/** The annotation; undefined if there are none. */
export function formatEvictions(evictions: Evictions): string | undefined {
  if (evictions.size === 0) return undefined
  const entries = [...evictions].sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(
    Object.fromEntries(
      entries.map(([name, { since, isLeft }]) => [
        name,
        { since: new Date(since).toISOString(), ...(isLeft && { left: true }) },
      ]),
    ),
  )
}
