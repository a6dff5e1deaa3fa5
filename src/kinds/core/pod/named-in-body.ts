import { badRequest, namespaceMismatch } from '#meta/api-error.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import type { Place } from '#registry/subresources/endpoint.js'

/** What is created through a subresource of a pod has to name the pod of its path. */
export function expectNamed({ name, namespace }: ObjectMeta, place: Place, kind: string): void {
  if ((namespace || place.namespace) !== place.namespace) throw namespaceMismatch()
  if (name !== place.name) throw badRequest(`name in URL does not match name in ${kind} object`)
}
