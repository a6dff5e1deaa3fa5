import type { Subresource } from '../../../registry/kind.js'
import type { Container } from '../../shared/pod/container.js'
import { PodSpec } from '../../shared/pod/pod-spec.js'
import { changedMembers } from './changed-members.js'
import { partEndpoint } from './part-endpoint.js'
import { partUpdate } from './part-update.js'
import { qosClassOf } from './qos-class.js'

type Containers = readonly Container[] | null | undefined

const withResourcesOf = (containers: Containers, others: Containers) =>
  containers?.map((container, index) => {
    const other = others?.[index]
    return other === undefined
      ? container
      : { ...container, resources: other.resources, resizePolicy: other.resizePolicy }
  })

/** `resize`: changes what the containers of a running pod request and are limited to. */
const update = partUpdate({
  take: (spec, { ephemeralContainers }) => ({ ...spec, ephemeralContainers }),
  validate({ spec }, { spec: current }, errors) {
    const sameResources = {
      ...spec,
      containers: withResourcesOf(spec.containers, current.containers) ?? null,
      initContainers: withResourcesOf(spec.initContainers, current.initContainers),
    }
    const changed = changedMembers(PodSpec, sameResources, current, 'spec')
    if (changed.length > 0) {
      errors.forbidden('spec', `only cpu and memory resources are mutable\nchanged: ${changed.join(', ')}\n`)
    }
    if (qosClassOf(spec) !== qosClassOf(current)) {
      errors.invalid('spec', qosClassOf(spec), 'Pod QOS Class may not change as a result of resizing')
    }
  },
})

export const resize: Subresource = {
  name: 'resize',
  kind: 'Pod',
  verbs: ['get', 'patch', 'update'],
  endpoint: partEndpoint(update),
}
