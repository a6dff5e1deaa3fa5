import type { Pod } from '#kinds/core/pod/schema.js'
import type { Toleration } from '#kinds/shared/pod/scheduling/scheduling.js'
import type { AdmissionPlugin, AdmissionReview } from '#registry/write/admission.js'
import { isPodWrite } from './pod-writes.js'

/** Every pod tolerates these taints of an unhealthy node for a while. */
const TROUBLES = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']
const ENDURED_SECONDS = 300

/** A client that replaces a pod may leave out what the server added, so updates get the tolerations too. */
export class DefaultTolerations implements AdmissionPlugin {
  readonly name = 'DefaultTolerationSeconds'
  readonly handles = isPodWrite

  admit({ object, part }: AdmissionReview): void {
    if (object === undefined || part !== 'object') return
    const { spec } = object as Pod
    for (const key of TROUBLES) {
      if (spec.tolerations?.some((toleration) => covers(toleration, key))) continue
      spec.tolerations = [...(spec.tolerations ?? []), endure(key)]
    }
  }
}

const covers = ({ key, effect }: Toleration, taint: string) =>
  (!key || key === taint) && (!effect || effect === 'NoExecute')

const endure = (key: string): Toleration => ({
  key,
  operator: 'Exists',
  value: undefined,
  effect: 'NoExecute',
  tolerationSeconds: ENDURED_SECONDS,
})
