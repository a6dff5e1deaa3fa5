import { dropDisabledFields } from '#kinds/shared/pod/disabled-fields.js'
import type { Strategy } from '#registry/kind.js'
import { currentTime } from '#schema/times.js'
import type { Clock } from '#util/clock.js'
import { alignAppArmor } from './app-armor.js'
import { selectLabelsOfPod } from './pod-affinity.js'
import { qosClassOf } from './qos-class.js'
import type { Pod, PodCondition, PodStatus } from './schema.js'

export const podStrategy: Strategy<Pod> = {
  dropDisabledFields: ({ spec }, current, { features }) => dropDisabledFields(spec, current?.spec, features),

  prepareForCreate(pod, { clock }) {
    const { spec, metadata } = pod
    pod.status = { ...pod.status, phase: 'Pending', qosClass: qosClassOf(spec) }
    if (spec.schedulingGates) pod.status.conditions = [gated(clock)]
    if (spec.affinity) selectLabelsOfPod(spec.affinity, metadata.labels ?? {})
    alignAppArmor(pod)
  },

  prepareForStatusUpdate(pod, current, { features }) {
    pod.metadata.ownerReferences = current.metadata.ownerReferences
    pod.status.qosClass ??= current.status.qosClass
    dropDisabledStatusFields(pod.status)
    if (!features.has('DynamicResourceAllocation') && current.status.resourceClaimStatuses === undefined) {
      pod.status.resourceClaimStatuses = undefined
    }
  },
  keptFields: { status: [['metadata', 'ownerReferences']] },

  gracePeriod: podGracePeriod,
}

const gated = (clock: Clock): PodCondition => ({
  type: 'PodScheduled',
  observedGeneration: undefined,
  status: 'False',
  lastProbeTime: null,
  lastTransitionTime: currentTime(clock),
  reason: 'SchedulingGated',
  message: 'Scheduling is blocked due to non-empty scheduling gates',
})

/** Fields of features that Kubernetes 1.33 has off by default. */
function dropDisabledStatusFields(status: PodStatus): void {
  status.observedGeneration = undefined
  for (const condition of status.conditions ?? []) condition.observedGeneration = undefined
  for (const list of [
    status.containerStatuses,
    status.initContainerStatuses,
    status.ephemeralContainerStatuses,
  ]) {
    for (const container of list ?? []) container.allocatedResourcesStatus = undefined
  }
}

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
