import { formatTime } from '#schema/times.js'
import type { ClusterState } from './cluster-state.js'

/** The newest scale of all clusters, and the CPU utilization averaged by replicas. */
export function autoscalerStatus(
  states: readonly ClusterState[],
  before: { readonly lastScaleTime?: string | undefined },
): Record<string, unknown> {
  let newest = Date.parse(before.lastScaleTime ?? '') || 0
  let [used, replicas] = [0, 0]
  for (const { copy, state } of states) {
    const observed = copy?.isOurs && state !== 'Unreachable' ? copy.observed?.autoscaler : undefined
    if (observed === undefined) continue
    newest = Math.max(newest, observed.lastScaleTime ?? 0)
    if (observed.cpu === undefined) continue
    used += observed.cpu * observed.currentReplicas
    replicas += observed.currentReplicas
  }
  const averageUtilization = Math.floor(used / replicas)
  return {
    lastScaleTime: newest > 0 ? formatTime(new Date(newest)) : undefined,
    currentMetrics:
      replicas === 0
        ? null
        : [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization } } }],
  }
}
