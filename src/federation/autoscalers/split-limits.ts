import {
  type ClusterAutoscaler,
  canSpareMax,
  canSpareMin,
  type Limits,
  mayRaiseMin,
  needsMax,
} from './autoscaler-limits.js'

/** The input of a split: the limits of the federated autoscaler, and what the clusters have. */
export interface LimitsDemand extends Limits {
  /** In planning order. */
  readonly clusters: readonly {
    readonly cluster: string
    /** Undefined if the cluster has no autoscaler. */
    readonly autoscaler: ClusterAutoscaler | undefined
    /** Whether it gets no more than it has. */
    readonly isKept?: boolean
  }[]
  /** In milliseconds. */
  readonly now: number
}

/** A cluster during the split. */
interface Part {
  readonly cluster: string
  readonly autoscaler: ClusterAutoscaler | undefined
  readonly isKept: boolean
  min: number
  max: number
}

/**
 * Splits minimum and maximum among clusters. A cluster without a share is missing in the result. The sum of the
 * maximums equals the federated one, unless too many clusters get no more than they have. The sum of the minimums is larger than the federated one if there are more
 * shares than that: each has at least one.
 */
export function splitLimits(demand: LimitsDemand): ReadonlyMap<string, Limits> {
  const { clusters, now } = demand
  const parts = clusters.map(({ cluster, autoscaler, isKept = false }): Part => {
    const { min = 0, max = 0 } = autoscaler ?? {}
    return { cluster, autoscaler, isKept, min, max }
  })
  if (parts.length > 0) {
    splitMax(parts, demand.max, Math.max(2, Math.floor(demand.max / parts.length)), now)
    splitMin(parts, demand.min, Math.max(1, Math.floor(demand.min / parts.length)), now)
  }
  return new Map(parts.filter(({ max }) => max > 0).map(({ cluster, min, max }) => [cluster, { min, max }]))
}

/** `step` is handed out to a cluster at a time. */
function splitMax(parts: readonly Part[], wanted: number, step: number, now: number): void {
  const spare = parts.filter(({ autoscaler }) => autoscaler && canSpareMax(autoscaler, now))
  let left = wanted - sumOf(parts, 'max')
  while (left < 0 && spare.length > 0) {
    take(spare, 'max')
    left++
  }
  while (left < 0) left += reduce(parts, 'max', -left) || removeLast(parts)
  const growing = parts.filter(({ isKept }) => !isKept)
  for (const part of growing) {
    if (part.autoscaler === undefined || !needsMax(part.autoscaler, now)) continue
    if (left > 0) left--
    else if (spare.length > 0) take(spare, 'max')
    else break
    part.max++
  }
  const without = growing.filter(({ autoscaler }) => autoscaler === undefined)
  for (let index = 0; without.length > 0 && spare.length > 0; index++) {
    take(spare, 'max')
    turn(without, index).max++
  }
  const open = without.length > 0 ? without : growing
  for (let index = 0; left > 0 && open.length > 0; index++) {
    const given = Math.min(step, left)
    turn(open, index).max += given
    left -= given
  }
}

/** One of each cluster in turn, but all of them keep one. Returns how many were taken. */
function reduce(parts: readonly Part[], limit: 'min' | 'max', excess: number): number {
  const large = parts.filter((part) => part[limit] > 1).slice(0, excess)
  if (large.length === 0) return 0
  // Several turns at once.
  const turns = Math.min(Math.floor(excess / large.length), ...large.map((part) => part[limit] - 1))
  for (const part of large) part[limit] -= turns
  return turns * large.length
}

/** The last cluster in the order loses its autoscaler. */
function removeLast(parts: readonly Part[]): number {
  const last = parts.findLast(({ max }) => max > 0)
  if (last !== undefined) last.max--
  return 1
}

function splitMin(parts: readonly Part[], wanted: number, step: number, now: number): void {
  const holders = parts.filter(({ max }) => max > 0)
  for (const part of holders) part.min = Math.min(part.min, part.max)
  const spare = holders.filter(({ autoscaler, min }) => autoscaler && min > 1 && canSpareMin(autoscaler, now))
  let left = wanted - sumOf(holders, 'min')
  while (left < 0 && spare.length > 0) {
    take(spare, 'min')
    left++
  }
  while (left < 0) {
    const reduced = reduce(holders, 'min', -left)
    if (reduced === 0) break
    left += reduced
  }
  const growing = holders.filter(({ isKept }) => !isKept)
  for (const part of growing) {
    if (part.autoscaler === undefined || part.min >= part.max || !mayRaiseMin(part.autoscaler, now)) continue
    if (spare.length === 0) break
    take(spare, 'min')
    part.min++
  }
  for (const part of holders) {
    if (part.min > 0) continue
    // Every autoscaler has a minimum, even if nothing is left.
    part.min = Math.min(Math.max(1, Math.min(step, left)), part.max)
    if (left > 0) left -= part.min
    else if (spare.length > 0) take(spare, 'min')
  }
  const without = growing.filter(({ autoscaler }) => autoscaler === undefined)
  left = raiseMin(without, left, step)
  raiseMin(growing, left, step)
}

/** In steps, up to the maximums. Returns what is left. */
function raiseMin(parts: readonly Part[], wanted: number, step: number): number {
  let left = wanted
  for (let open = parts; left > 0 && open.length > 0; open = open.filter(({ min, max }) => min < max)) {
    for (const part of open) {
      const given = Math.min(step, left, part.max - part.min)
      part.min += given
      left -= given
    }
  }
  return left
}

const sumOf = (parts: readonly Part[], limit: 'min' | 'max') =>
  parts.reduce((sum, part) => sum + part[limit], 0)

/** Takes one of the first cluster that can spare it. Each gives one. */
function take(spare: Part[], limit: 'min' | 'max'): void {
  const part = spare.shift()
  if (part !== undefined) part[limit]--
}

const turn = (parts: readonly Part[], index: number) => parts[index % parts.length] as Part
