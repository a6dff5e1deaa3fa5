import type { ProbeResult } from '#federation/clusters/health.js'
import { type ClusterTaint, parseTaints, writeTaints } from './taints.js'

export const NOT_READY = 'cluster.binnacle.dev/not-ready'
export const UNREACHABLE = 'cluster.binnacle.dev/unreachable'
/** Set by `binnacle cordon`. */
export const UNSCHEDULABLE = 'cluster.binnacle.dev/unschedulable'
/** Set by `binnacle drain`. */
export const DRAIN = 'cluster.binnacle.dev/drain'

/** A cluster that is restarting keeps its copies, even those of policies that tolerate nothing. */
export const EXECUTE_AFTER_MS = 60_000
/** How long policies tolerate that a cluster is away, unless they say it themselves. Pods tolerate it of nodes for as long. */
export const DEFAULT_TOLERATION_SECONDS = 300

const KEYS = { 'not-ready': NOT_READY, unreachable: UNREACHABLE } as const

/** Whether the server sets and removes the taint. */
export const isConditionTaint = (key: string) => key === NOT_READY || key === UNREACHABLE

/**
 * The taints for the health of a cluster, as an annotation; undefined for none. `before` is the annotation so far: a
 * cluster that is away for another reason than before has been away all the time.
 */
export function conditionTaints(
  result: ProbeResult,
  before: string | undefined,
  now: number,
): string | undefined {
  if (result === 'ready') return undefined
  const known = parseTaints(before)
  const added = (effect: ClusterTaint['effect']) =>
    known.find((taint) => taint.effect === effect && taint.timeAdded > 0)?.timeAdded
  const since = added('NoSchedule') ?? now
  const taint = { key: KEYS[result], value: '' }
  const executed = added('NoExecute') ?? (now - since >= EXECUTE_AFTER_MS ? now : undefined)
  return writeTaints([
    { ...taint, effect: 'NoSchedule', timeAdded: since },
    ...(executed === undefined ? [] : [{ ...taint, effect: 'NoExecute', timeAdded: executed } as const]),
  ])
}
