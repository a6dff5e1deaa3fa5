import type { PodSpec } from '../../shared/pod/pod-spec.js'
import type { Toleration } from '../../shared/pod/scheduling.js'

/** What the usual admission of a cluster sets on new pods. */

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

/** The classes that every cluster has. */
const SYSTEM_PRIORITIES: ReadonlyMap<string, number> = new Map([
  ['system-cluster-critical', 2_000_000_000],
  ['system-node-critical', 2_000_001_000],
])

/** What has no class of its own is of no importance. */
export function prioritize(spec: PodSpec): void {
  spec.priority ??= SYSTEM_PRIORITIES.get(spec.priorityClassName ?? '') ?? 0
  spec.preemptionPolicy ??= 'PreemptLowerPriority'
}
