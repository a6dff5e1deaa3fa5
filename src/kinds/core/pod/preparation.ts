import type { Strategy } from '../../../registry/kind.js'
import { endureTroubles, prioritize } from './admission.js'
import { podGracePeriod } from './grace-period.js'
import { qosClassOf } from './qos-class.js'
import type { Pod } from './schema.js'

export const podStrategy: Strategy<Pod> = {
  prepareForCreate(pod) {
    endureTroubles(pod.spec)
    prioritize(pod.spec)
    pod.status = { ...pod.status, phase: 'Pending', qosClass: qosClassOf(pod.spec) }
  },

  prepareForStatusUpdate(pod, current) {
    pod.metadata.ownerReferences = current.metadata.ownerReferences
    pod.status.qosClass ??= current.status.qosClass
  },

  gracePeriod: podGracePeriod,
}
