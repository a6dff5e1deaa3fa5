import type { Pod } from '#kinds/core/pod/schema.js'
import { type NodeSummary, type Taint, tolerates } from './scheduler.js'

/**
 * When a node drives a pod away that is on it, in milliseconds since 1970; undefined when it does not. `since` is when the pod
 * first met the taints of the node.
 */
export function evictionTime(
  { spec }: Pick<Pod, 'spec'>,
  { taints }: Pick<NodeSummary, 'taints'>,
  since: number,
): number | undefined {
  let earliest: number | undefined
  for (const taint of taints) {
    if (taint.effect !== 'NoExecute') continue
    const seconds = toleratedFor(spec, taint)
    if (seconds === undefined) continue
    earliest = Math.min(earliest ?? Number.POSITIVE_INFINITY, since + seconds * 1000)
  }
  return earliest
}

/** The seconds for which a pod bears with a taint; undefined when it does for good. */
function toleratedFor({ tolerations = [] }: Pod['spec'], taint: Taint): number | undefined {
  const fitting = tolerations.filter((toleration) => tolerates(toleration, taint))
  if (fitting.length === 0) return 0
  const bounded = fitting.flatMap(({ tolerationSeconds }) =>
    tolerationSeconds === undefined ? [] : [Math.max(Number(tolerationSeconds), 0)],
  )
  return bounded.length === 0 ? undefined : Math.min(...bounded)
}
