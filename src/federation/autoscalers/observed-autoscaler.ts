import { countIn } from '#federation/replicas/count.js'

/** What an autoscaler of a member reports. */
export interface ObservedAutoscaler {
  readonly currentReplicas: number
  readonly desiredReplicas: number
  /** In milliseconds; undefined if it has never scaled. */
  readonly lastScaleTime: number | undefined
  /** Current CPU utilization in percent of the request, if known. */
  readonly cpu: number | undefined
}

type Unread = Readonly<Record<string, unknown>>

/** Reads the status of `autoscaling/v1` or `v2`, whatever the member sends. */
export function observeAutoscaler(status: Unread): ObservedAutoscaler {
  const { lastScaleTime } = status
  const time = typeof lastScaleTime === 'string' ? Date.parse(lastScaleTime) : Number.NaN
  return {
    currentReplicas: countIn(status.currentReplicas) ?? 0,
    desiredReplicas: countIn(status.desiredReplicas) ?? 0,
    lastScaleTime: Number.isNaN(time) ? undefined : time,
    cpu: countIn(status.currentCPUUtilizationPercentage) ?? cpuIn(status.currentMetrics),
  }
}

function cpuIn(metrics: unknown): number | undefined {
  if (!Array.isArray(metrics)) return undefined
  for (const metric of metrics) {
    const { type, resource } = unread(metric)
    const { name, current } = unread(resource)
    if (type === 'Resource' && name === 'cpu') return countIn(unread(current).averageUtilization)
  }
  return undefined
}

const unread = (value: unknown): Unread =>
  typeof value === 'object' && value !== null ? (value as Unread) : {}
