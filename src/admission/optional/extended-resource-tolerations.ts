import { isPodWrite, isWholePod } from '#admission/pod-writes.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import type { Toleration } from '#kinds/shared/pod/scheduling/scheduling.js'
import { qualifiedName } from '#meta/formats.js'
import type { AdmissionPlugin, AdmissionReview } from '#registry/write/admission.js'

/** Nodes with devices are tainted with the names of these resources; pods that request them tolerate that. */
export class ExtendedResourceTolerations implements AdmissionPlugin {
  readonly name = 'ExtendedResourceToleration'
  readonly handles = isPodWrite

  admit(review: AdmissionReview): void {
    if (!isWholePod(review)) return
    const { spec } = review.object as Pod
    const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])]
    const requested = containers.flatMap(({ resources }) => Object.keys(resources?.requests ?? {}))
    for (const name of [...new Set(requested)].filter(isExtended).sort()) {
      const toleration = tolerate(name)
      if (spec.tolerations?.some((other) => isSameTaint(other, toleration))) continue
      spec.tolerations = [...(spec.tolerations ?? []), toleration]
    }
  }
}

const QUOTA_PREFIX = 'requests.'

function isExtended(name: string): boolean {
  if (!name.includes('/') || name.includes('kubernetes.io/') || name.startsWith(QUOTA_PREFIX)) return false
  return qualifiedName(QUOTA_PREFIX + name).length === 0
}

const tolerate = (key: string): Toleration => ({
  key,
  operator: 'Exists',
  value: undefined,
  effect: 'NoSchedule',
  tolerationSeconds: undefined,
})

const isSameTaint = (one: Toleration, other: Toleration) =>
  one.key === other.key &&
  one.operator === other.operator &&
  one.effect === other.effect &&
  (one.value ?? '') === (other.value ?? '')
