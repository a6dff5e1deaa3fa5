import type { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import type { Toleration } from '#kinds/shared/pod/scheduling/scheduling.js'
import type { Strategy } from '#registry/kind.js'
import { qosClassOf } from './qos-class.js'
import type { Pod } from './schema.js'

export const podStrategy: Strategy<Pod> = {
  prepareForCreate(pod) {
    addDefaultTolerations(pod.spec)
    pod.status = { ...pod.status, phase: 'Pending', qosClass: qosClassOf(pod.spec) }
  },

  /** A client that replaces a pod may leave out what the server added. */
  prepareForUpdate({ spec }, { spec: current }) {
    addDefaultTolerations(spec)
    spec.priority ??= current.priority
    spec.preemptionPolicy ??= current.preemptionPolicy
  },

  prepareForStatusUpdate(pod, current) {
    pod.metadata.ownerReferences = current.metadata.ownerReferences
    pod.status.qosClass ??= current.status.qosClass
  },
  keptByStatusUpdates: [['metadata', 'ownerReferences']],

  gracePeriod: podGracePeriod,
}

/** Every pod tolerates these taints of an unhealthy node for a while. */
const TROUBLES = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']
const ENDURED_SECONDS = 300

export function addDefaultTolerations(spec: PodSpec): void {
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

/**
 * Only a pod that runs on a node gets a grace period; one without a node, or that has ended, gets none. A negative
 * period becomes the shortest.
 */
function podGracePeriod({ spec, status }: Readonly<Pod>, asked: number | undefined): number {
  if (!spec.nodeName || hasEnded(status.phase)) return 0
  const seconds = asked ?? spec.terminationGracePeriodSeconds ?? 0
  return seconds < 0 ? 1 : seconds
}

export const hasEnded = (phase: string | undefined) => phase === 'Succeeded' || phase === 'Failed'
