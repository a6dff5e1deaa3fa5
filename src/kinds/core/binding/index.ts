import { pod } from '#kinds/core/pod/index.js'
import { Binding, bindingType } from '#kinds/core/pod/subresources/binding.js'
import { coreV1 } from '#kinds/groups.js'
import { badRequest, methodNotAllowed } from '#meta/api-error.js'
import { builtInKind } from '#registry/kind.js'
import type { ResourceStores } from '#registry/stores.js'
import { readObject } from '#registry/write/read-object.js'

/** The old way to bind a pod: the binding has the name of the pod. Nothing is stored. */
export const binding = builtInKind<Binding>({
  kind: 'Binding',
  plural: 'bindings',
  singular: 'binding',
  namespaced: true,
  review: true,
  storageVersion: { ...coreV1, schema: Binding, subresources: [] },
})

/** Creates bindings through the subresource of their pods. */
export function serveBindings(stores: ResourceStores): void {
  stores.ofKind(binding)?.createElsewhere(async (namespace, body, options) => {
    const { name } = readObject(bindingType, body).metadata
    if (name === undefined) throw badRequest('Name parameter required.')
    const created = stores.ofKind(pod)?.endpoints.get('binding')?.create?.({ namespace, name }, body, options)
    if (created === undefined) throw methodNotAllowed()
    return created
  })
}
