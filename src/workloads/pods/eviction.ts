import type { Pod } from '#kinds/core/pod/schema.js'
import type { NodeSummary } from '#workloads/scheduling/node-summary.js'
import { type Taint, tolerates } from '#workloads/scheduling/taints.js'

/**
 * When taints evict a pod, in milliseconds since 1970; undefined if they do not. `since` is when the taints
 * were first observed.
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

/** How long a pod tolerates a taint, in seconds; undefined for ever. */
function toleratedFor({ tolerations = [] }: Pod['spec'], taint: Taint): number | undefined {
  const fitting = tolerations.filter((toleration) => tolerates(toleration, taint))
  if (fitting.length === 0) return 0
  const bounded = fitting.flatMap(({ tolerationSeconds }) =>
    tolerationSeconds === undefined ? [] : [Math.max(Number(tolerationSeconds), 0)],
  )
  return bounded.length === 0 ? undefined : Math.min(...bounded)
}
