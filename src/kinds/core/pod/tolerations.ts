import type { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import type { Toleration } from '#kinds/shared/pod/scheduling.js'

/** Taints of a node that is in trouble, which pods endure for a while because it may pass. */
const TROUBLES = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']
const ENDURED_SECONDS = 300

export function endureTroubles(spec: PodSpec): void {
  for (const key of TROUBLES) {
    if (spec.tolerations?.some((toleration) => covers(toleration, key))) continue
    spec.tolerations = [...(spec.tolerations ?? []), endure(key)]
  }
}

const covers = ({ key, effect }: Toleration, taint: string) =>
  (key === undefined || key === taint) && (effect === undefined || effect === 'NoExecute')

const endure = (key: string): Toleration => ({
  key,
  operator: 'Exists',
  value: undefined,
  effect: 'NoExecute',
  tolerationSeconds: ENDURED_SECONDS,
})
