import type { Limits } from '#federation/autoscalers/autoscaler-limits.js'
import type { FederatedKind } from '#federation/propagation/federated-kinds.js'
import { countIn } from '#federation/replicas/count.js'
import type { ClusterState } from './cluster-state.js'

/** Maximum length of the annotation: annotations share a size limit. */
export const MAX_BREAKDOWN_LENGTH = 16 * 1024
/** Key of the number of omitted clusters. */
const OMITTED = '*'
const STATUS_OMITTED = '"statusOmitted":true'

interface ReportedCluster {
  readonly state: string
  readonly reason?: string | undefined
  readonly message?: string | undefined
  /** The gathered status of the copy. */
  readonly status?: unknown
  readonly statusOmitted?: boolean
  readonly [count: string]: unknown
}

/**
 * The state of each cluster as JSON, by cluster name. Lagging clusters come first, since the rest may be
 * omitted; `*` counts the omitted ones.
 */
export function clusterBreakdown(kind: FederatedKind, states: readonly ClusterState[]): string {
  const inOrder = [...states].sort(
    (a, b) => Number(a.state === 'Synced') - Number(b.state === 'Synced') || (a.cluster < b.cluster ? -1 : 1),
  )
  const bare = inOrder.map(
    (state) => `${JSON.stringify(state.cluster)}:${JSON.stringify(reportedCluster(kind, state))}`,
  )
  const room = MAX_BREAKDOWN_LENGTH - `{${JSON.stringify(OMITTED)}:{"omitted":${bare.length}}}`.length
  const entries = withStatuses(bare, inOrder, room)
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

/** Adds the gathered status of each copy to its entry. One that exceeds its share of the room is left out. */
function withStatuses(
  entries: readonly string[],
  states: readonly ClusterState[],
  room: number,
): readonly string[] {
  const statuses = states.map(({ copy }) => (copy?.isOurs ? copy.observed?.gathered : undefined))
  if (statuses.every((status) => status === undefined)) return entries
  const used = entries.reduce((length, entry) => length + Buffer.byteLength(entry) + 1, 0)
  const share = (room - used) / entries.length
  return entries.map((entry, index) => {
    const status = statuses[index]
    if (status === undefined) return entry
    const text = [`"status":${status}`, STATUS_OMITTED].find((one) => Buffer.byteLength(one) < share)
    return text === undefined ? entry : `${entry.slice(0, -1)},${text}}`
  })
}

function reportedCluster(
  { status }: FederatedKind,
  { state, reason, message, copy, asked: last }: ClusterState,
): ReportedCluster {
  const observed = copy?.isOurs ? copy.observed : undefined
  const replicas = observed === undefined ? last : observed.replicas
  const asked = replicas === undefined ? {} : { asked: replicas }
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
    const { status: _status, statusOmitted: _omitted, ...reported } = last[state.cluster] ?? {}
    return JSON.stringify(reportedCluster(kind, state)) === JSON.stringify(reported)
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
