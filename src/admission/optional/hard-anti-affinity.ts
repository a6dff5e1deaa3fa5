import { isPodWrite, isWholePod } from '#admission/pod-writes.js'
import { rejection } from '#admission/rejection.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import type { AdmissionPlugin, AdmissionReview } from '#registry/write/admission.js'

const HOSTNAME = 'kubernetes.io/hostname'

/** A pod may keep others off its node, but not off a whole zone. */
export class HardAntiAffinity implements AdmissionPlugin {
  readonly name = 'LimitPodHardAntiAffinityTopology'
  readonly handles = isPodWrite

  check(review: AdmissionReview): void {
    if (!isWholePod(review)) return
    const { affinity } = (review.object as Pod).spec
    const terms = affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []
    const other = terms.find(({ topologyKey }) => topologyKey !== HOSTNAME)
    if (other === undefined) return
    throw rejection(
      review,
      `affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${other.topologyKey} but only key ${HOSTNAME} is allowed`,
    )
  }
}
