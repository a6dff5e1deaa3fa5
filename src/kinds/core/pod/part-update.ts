import type { FieldErrors } from '#meta/field-errors.js'
import type { SubresourceUpdate } from '#registry/write/modification.js'
import type { Pod } from './schema.js'
import { validatePod } from './validation.js'

/** A part of a pod that can be changed only through a subresource of its own. */
interface PodPart {
  /** The spec that the pod is to have: that of the current one but for the part that the new one has. */
  take(spec: Pod['spec'], current: Readonly<Pod['spec']>): Pod['spec']
  validate(pod: Readonly<Pod>, current: Readonly<Pod>, errors: FieldErrors): void
}

const KEPT = ['selfLink', 'labels', 'annotations', 'finalizers', 'ownerReferences'] as const

/** The update of one part of the spec: the status and the metadata stay as they are, whatever the request says. */
export const partUpdate = ({ take, validate }: PodPart): SubresourceUpdate<Pod> => ({
  prepare(pod, current) {
    pod.spec = take(pod.spec, current.spec)
    pod.status = current.status
    for (const member of KEPT) Object.assign(pod.metadata, { [member]: current.metadata[member] })
  },
  validate(pod, current, errors) {
    validatePod(pod, errors)
    validate(pod, current, errors)
  },
})
