/** The limits of the autoscaler in one cluster. */
export interface Limits {
  readonly min: number
  readonly max: number
}

/** The autoscaler that a cluster has. */
export interface ClusterAutoscaler extends Limits {
  readonly currentReplicas: number
  readonly desiredReplicas: number
  /** In milliseconds; undefined if it has never scaled. */
  readonly lastScaleTime: number | undefined
}

/** How long an autoscaler that has just scaled neither gives nor takes. */
export const FORBIDDEN_WINDOW_MS = 120_000

/**
 * Whether the last scale is older than the forbidden window. An autoscaler that was content from the beginning never
 * scales: it gives and takes like one that has settled. `now` is in milliseconds.
 */
export const isSettled = ({ lastScaleTime }: ClusterAutoscaler, now: number) =>
  lastScaleTime === undefined || lastScaleTime + FORBIDDEN_WINDOW_MS <= now

/** Whether the autoscaler has not decided anything yet. */
const isPristine = ({ lastScaleTime, desiredReplicas }: ClusterAutoscaler) =>
  lastScaleTime === undefined && desiredReplicas === 0

export function canSpareMax(autoscaler: ClusterAutoscaler, now: number): boolean {
  const { min, max, currentReplicas: current, desiredReplicas: desired } = autoscaler
  if (max - 1 < min) return false
  if (isPristine(autoscaler)) return true
  return isSettled(autoscaler, now) && (desired < current || (desired === current && current < max))
}

export function canSpareMin(autoscaler: ClusterAutoscaler, now: number): boolean {
  const { min, currentReplicas: current, desiredReplicas: desired } = autoscaler
  if (min <= 1) return false
  return isPristine(autoscaler) || (isSettled(autoscaler, now) && desired === current && current === min)
}

export function needsMax(autoscaler: ClusterAutoscaler, now: number): boolean {
  const { max, currentReplicas: current, desiredReplicas: desired } = autoscaler
  return isSettled(autoscaler, now) && desired === current && current === max
}

export function mayRaiseMin(autoscaler: ClusterAutoscaler, now: number): boolean {
  const { min, max, desiredReplicas: desired } = autoscaler
  return isSettled(autoscaler, now) && min < max && desired > min
}
