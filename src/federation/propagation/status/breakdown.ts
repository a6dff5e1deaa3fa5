import type { Limits } from '#federation/autoscalers/autoscaler-limits.js'
import type { FederatedKind } from '#federation/propagation/federated-kinds.js'
import { countIn } from '#federation/replicas/count.js'
import type { ClusterState } from './cluster-state.js'

/** Maximum length of the annotation: annotations share a size limit. */
export const MAX_BREAKDOWN_LENGTH = 16 * 1024
/** Key of the number of omitted clusters. */
const OMITTED = '*'

interface ReportedCluster {
  readonly state: string
  readonly reason?: string | undefined
  readonly message?: string | undefined
  readonly [count: string]: string | number | undefined
}

/**
 * The state of each cluster as JSON, by cluster name. Lagging clusters come first, since the rest may be
 * omitted; `*` counts the omitted ones.
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
  return { state, reason, message, ...asked, ...observed?.part, ...Object.fromEntries(counts) }
}

/** Whether only pending writes are new: the last report is still valid for all other clusters. */
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

/** Replicas per cluster, from the last report. */
export function requestedReplicas(breakdown: string | undefined): ReadonlyMap<string, number> {
  const clusters = Object.entries(parsed(breakdown))
  return new Map(
    clusters.flatMap(([cluster, reportedCluster]) =>
      typeof reportedCluster?.asked === 'number' ? [[cluster, reportedCluster.asked]] : [],
    ),
  )
}

/** The limits of autoscalers per cluster, from the last report. */
export function reportedLimits(breakdown: string | undefined): ReadonlyMap<string, Limits> {
  const clusters = Object.entries(parsed(breakdown))
  return new Map(
    clusters.flatMap(([cluster, reported]) => {
      const [min, max] = [countIn(reported?.minReplicas), countIn(reported?.maxReplicas)]
      return min === undefined || max === undefined ? [] : [[cluster, { min, max }] as const]
    }),
  )
}

/** The clusters in the last report. */
export const reportedClusters = (breakdown: string | undefined): ReadonlySet<string> =>
  new Set(Object.keys(parsed(breakdown)))

/** Clients may have written anything into the annotation. */
function parsed(breakdown: string | undefined): Readonly<Record<string, Partial<ReportedCluster> | null>> {
  if (breakdown === undefined) return {}
  try {
    return (JSON.parse(breakdown) as Record<string, ReportedCluster> | null) ?? {}
  } catch {
    return {}
  }
}
