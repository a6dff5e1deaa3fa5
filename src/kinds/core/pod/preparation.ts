import type { Strategy } from '#registry/kind.js'
import { podGracePeriod } from './grace-period.js'
import { qosClassOf } from './qos-class.js'
import type { Pod } from './schema.js'
import { endureTroubles } from './tolerations.js'

export const podStrategy: Strategy<Pod> = {
  prepareForCreate(pod) {
    endureTroubles(pod.spec)
    pod.status = { ...pod.status, phase: 'Pending', qosClass: qosClassOf(pod.spec) }
  },

  /** A client that replaces a pod need not know what was added to it. */
  prepareForUpdate({ spec }, { spec: current }) {
    endureTroubles(spec)
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
