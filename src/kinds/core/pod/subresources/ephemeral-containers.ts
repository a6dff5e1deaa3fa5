import { changedPaths } from '#kinds/core/pod/changed-paths.js'
import { EphemeralContainer } from '#kinds/shared/pod/containers/container.js'
import type { Subresource } from '#registry/kind.js'
import { isStatic, partEndpoint, partUpdate } from './subresource.js'

/** `ephemeralcontainers`: adds containers to a running pod. They cannot be removed. */
export const updateEphemeralContainers = partUpdate({
  take: ({ ephemeralContainers }, current) => ({ ...current, ephemeralContainers }),
  refusal: (current) => (isStatic(current) ? 'static pods do not support ephemeral containers' : undefined),
  validate({ spec }, { spec: current }, errors) {
    const after = new Map(spec.ephemeralContainers?.map((container) => [container.name, container]))
    for (const before of current.ephemeralContainers ?? []) {
      const now = after.get(before.name)
      if (now === undefined) {
        errors.forbidden(
          'spec.ephemeralContainers',
          `existing ephemeral containers ${JSON.stringify(before.name)} may not be removed\n`,
        )
        continue
      }
      const changed = changedPaths(EphemeralContainer, now, before, before.name)
      if (changed.length === 0) continue
      errors.forbidden(
        'spec.ephemeralContainers',
        `existing ephemeral containers ${JSON.stringify(before.name)} may not be changed\nchanged: ${changed.join(', ')}\n`,
      )
    }
  },
})

export const ephemeralContainers: Subresource = {
  name: 'ephemeralcontainers',
  kind: 'Pod',
  verbs: ['get', 'patch', 'update'],
  endpoint: partEndpoint(updateEphemeralContainers),
}
