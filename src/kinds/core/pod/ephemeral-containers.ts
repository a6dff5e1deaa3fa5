import { EphemeralContainer } from '#kinds/shared/pod/containers/container.js'
import type { Subresource } from '#registry/kind.js'
import { semanticEqual } from '#schema/equal.js'
import { partEndpoint, partUpdate } from './subresource.js'

/** `ephemeralcontainers`: adds containers to a running pod. They cannot be removed. */
const update = partUpdate({
  take: ({ ephemeralContainers }, current) => ({ ...current, ephemeralContainers }),
  validate({ spec }, { spec: current }, errors) {
    const after = new Map(spec.ephemeralContainers?.map((container) => [container.name, container]))
    for (const before of current.ephemeralContainers ?? []) {
      const now = after.get(before.name)
      if (now === undefined) {
        errors.forbidden(
          'spec.ephemeralContainers',
          `existing ephemeral containers ${JSON.stringify(before.name)} may not be removed\n`,
        )
      } else if (!semanticEqual(EphemeralContainer, now, before)) {
        errors.forbidden(
          'spec.ephemeralContainers',
          `existing ephemeral containers ${JSON.stringify(before.name)} may not be changed\n`,
        )
      }
    }
  },
})

export const ephemeralContainers: Subresource = {
  name: 'ephemeralcontainers',
  kind: 'Pod',
  verbs: ['get', 'patch', 'update'],
  endpoint: partEndpoint(update),
}
