import type { FederatedKind } from '#federation/propagation/federated-kinds.js'
import type { ClusterState } from './cluster-state.js'

/** The longest text that an annotation says about clusters: others share the space that annotations have. */
export const MAX_BREAKDOWN_LENGTH = 16 * 1024
/** What of a message is told where there is not enough space for all of them. */
const OMITTED = '*'

interface ReportedCluster {
  readonly state: string
  readonly reason?: string | undefined
  readonly message?: string | undefined
  readonly [count: string]: string | number | undefined
}

/**
 * What each cluster reports, as JSON by the names of clusters. Clusters that lag come first, since the rest may not find space:
 * how many are left out is told under `*`.
 */
export function clusterBreakdown(kind: FederatedKind, states: readonly ClusterState[]): string {
  const inOrder = [...states].sort(
    (a, b) => Number(a.state === 'Synced') - Number(b.state === 'Synced') || (a.cluster < b.cluster ? -1 : 1),
  )
  const entries = inOrder.map(
    (state) => `${JSON.stringify(state.cluster)}:${JSON.stringify(reportedCluster(kind, state))}`,
  )
  const room = MAX_BREAKDOWN_LENGTH - `{${JSON.stringify(OMITTED)}:{"omitted":${entries.length}}}`.length
  let length = 0
  const kept = entries.filter((entry) => {
    length += Buffer.byteLength(entry) + 1
    return length <= room
  })
  if (kept.length < entries.length) {
    kept.push(`${JSON.stringify(OMITTED)}:{"omitted":${entries.length - kept.length}}`)
  }
  return `{${kept.join(',')}}`
}

function reportedCluster(
  { status }: FederatedKind,
  { state, reason, message, copy }: ClusterState,
): ReportedCluster {
  const observed = copy?.isOurs ? copy.observed : undefined
  const asked = observed?.replicas === undefined ? {} : { asked: observed.replicas }
  const counts = (status?.sums ?? []).flatMap((name, index) => {
    const count = observed?.counts[index] ?? 0
    return count === 0 ? [] : [[name, count] as const]
  })
  return { state, reason, message, ...asked, ...Object.fromEntries(counts) }
}

/**
 * Whether there is no more to tell than that copies are about to be written: what was told last of all other clusters still
 * holds.
 */
export function reportsOnlyPendingWrites(
  kind: FederatedKind,
  states: readonly ClusterState[],
  lastBreakdown: string | undefined,
): boolean {
  const last = parsed(lastBreakdown)
  return states.every((state) => {
    if (state.state === 'Pending' && state.copy?.isBeingWritten) return true
    return JSON.stringify(reportedCluster(kind, state)) === JSON.stringify(last[state.cluster])
  })
}

/** How many replicas clusters asked for when that was last told, by their names. */
export function requestedReplicas(breakdown: string | undefined): ReadonlyMap<string, number> {
  const clusters = Object.entries(parsed(breakdown))
  return new Map(
    clusters.flatMap(([cluster, reportedCluster]) =>
      typeof reportedCluster?.asked === 'number' ? [[cluster, reportedCluster.asked]] : [],
    ),
  )
}

/** The clusters of which something was told last. */
export const reportedClusters = (breakdown: string | undefined): ReadonlySet<string> =>
  new Set(Object.keys(parsed(breakdown)))

/** A client may have written something else into the annotation. */
function parsed(breakdown: string | undefined): Readonly<Record<string, Partial<ReportedCluster> | null>> {
  if (breakdown === undefined) return {}
  try {
    return (JSON.parse(breakdown) as Record<string, ReportedCluster> | null) ?? {}
  } catch {
    return {}
  }
}
