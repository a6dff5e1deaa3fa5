import type { Toleration } from '#kinds/shared/pod/scheduling/scheduling.js'
import { formatTime } from '#schema/times.js'

export interface ClusterTaint {
  readonly key: string
  readonly value: string
  readonly effect: 'NoSchedule' | 'NoExecute'
  /** In milliseconds; 0 if unknown. */
  readonly timeAdded: number
}

const MAX_TAINTS = 100

/** The taints in an annotation. People may write anything, so malformed entries are ignored. */
export function parseTaints(text: string | undefined): readonly ClusterTaint[] {
  if (text === undefined) return []
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.slice(0, MAX_TAINTS).flatMap(readTaint) : []
  } catch {
    return []
  }
}

function readTaint(entry: unknown): readonly ClusterTaint[] {
  if (typeof entry !== 'object' || entry === null) return []
  const { key, value = '', effect, timeAdded } = entry as Record<string, unknown>
  if (typeof key !== 'string' || key === '' || typeof value !== 'string') return []
  if (effect !== 'NoSchedule' && effect !== 'NoExecute') return []
  const time = typeof timeAdded === 'string' ? Date.parse(timeAdded) : 0
  return [{ key, value, effect, timeAdded: Number.isNaN(time) ? 0 : time }]
}

/** The annotation for taints; undefined for none. */
export const writeTaints = (taints: readonly ClusterTaint[]): string | undefined =>
  taints.length === 0
    ? undefined
    : JSON.stringify(
        taints.map(({ key, value, effect, timeAdded }) => ({
          key,
          ...(value !== '' && { value }),
          effect,
          ...(timeAdded > 0 && { timeAdded: formatTime(new Date(timeAdded)) }),
        })),
      )

/** `key=value:NoExecute`, as commands write it. */
export const taintText = ({ key, value, effect }: ClusterTaint) =>
  `${key}${value === '' ? '' : `=${value}`}:${effect}`

const SECOND_MS = 1000

/** Until when a taint is tolerated, in milliseconds: infinite without a limit, undefined if it is not. */
export function toleratedUntil(
  taint: ClusterTaint,
  tolerations: readonly Toleration[] | undefined,
): number | undefined {
  let until: number | undefined
  for (const toleration of tolerations ?? []) {
    if (!tolerates(toleration, taint)) continue
    const { tolerationSeconds: seconds } = toleration
    const end =
      seconds === undefined || taint.effect !== 'NoExecute'
        ? Number.POSITIVE_INFINITY
        : taint.timeAdded + Math.max(0, Number(seconds)) * SECOND_MS
    until = Math.max(until ?? 0, end)
  }
  return until
}

function tolerates({ key, operator, value = '', effect }: Toleration, taint: ClusterTaint): boolean {
  if (effect && effect !== taint.effect) return false
  if (key && key !== taint.key) return false
  if (operator === 'Exists') return true
  return Boolean(key) && value === taint.value
}
