import type { Pod } from '#kinds/core/pod/schema.js'
import { validatePod } from '#kinds/core/pod/validation.js'
import { MIRROR } from '#kinds/shared/pod/annotation-rules.js'
import { dropDisabledFields } from '#kinds/shared/pod/disabled-fields.js'
import { badRequest, namespaceMismatch } from '#meta/api-error.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import type { EndpointFactory, Place } from '#registry/subresources/endpoint.js'
import type { SubresourceUpdate } from '#registry/write/modification.js'

/** A part of a pod that only its own subresource can change. */
interface PodPart {
  /** The current spec with the part taken from the new one. */
  take(spec: Pod['spec'], current: Readonly<Pod['spec']>): Pod['spec']
  /** Why the part of this pod can never change. */
  refusal(current: Readonly<Pod>): string | undefined
  validate(pod: Readonly<Pod>, current: Readonly<Pod>, errors: FieldErrors): void
}

const KEPT = ['selfLink', 'labels', 'annotations', 'finalizers', 'ownerReferences'] as const

/** An update of one part of the spec; status and metadata stay. */
export const partUpdate = ({ take, refusal, validate }: PodPart): SubresourceUpdate<Pod> => ({
  prepare(pod, current, { features }) {
    pod.spec = take(pod.spec, current.spec)
    dropDisabledFields(pod.spec, current.spec, features)
    pod.status = current.status
    for (const field of KEPT) Object.assign(pod.metadata, { [field]: current.metadata[field] })
  },
  validate(pod, current, errors) {
    const refused = refusal(current)
    if (refused === undefined) {
      validatePod(pod, errors)
      validate(pod, current, errors)
      return
    }
    // The field of the original; the pod as a whole has no path.
    errors.clear()
    errors.forbidden('[]', refused)
  },
})

/** A static pod is only a copy of one that its node runs by itself. */
export const isStatic = ({ metadata }: Readonly<Pod>) => metadata.annotations?.[MIRROR] !== undefined

/** Reads the whole pod and changes only one part. */
export const partEndpoint =
  (update: SubresourceUpdate<Pod>): EndpointFactory =>
  (host) => ({
    get: (place) => host.get(place),
    replace: (place, body, options) => host.replace(place, body, options, update),
    patch: (place, patch, options) => host.patch(place, patch, options, update),
  })

/** The body of a pod's subresource must name the pod of its path. */
export function expectNamed({ name, namespace }: ObjectMeta, place: Place, kind: string): void {
  if ((namespace || place.namespace) !== place.namespace) throw namespaceMismatch()
  if (name !== place.name) throw badRequest(`name in URL does not match name in ${kind} object`)
}
