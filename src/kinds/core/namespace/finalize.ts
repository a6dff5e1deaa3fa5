import type { Subresource } from '#registry/kind.js'
import type { SubresourceUpdate } from '#registry/write/modification.js'
import { keepStatus } from './preparation.js'
import type { Namespace } from './schema.js'
import { validateFinalizers } from './validation.js'

const UPDATE: SubresourceUpdate<Namespace> = {
  prepare: keepStatus,
  validate: (namespace, _current, errors) => validateFinalizers(namespace, errors),
}

/** `finalize`: the whole object, through which alone its spec can be changed. */
export const finalize: Subresource = {
  name: 'finalize',
  kind: 'Namespace',
  verbs: ['update'],
  endpoint: (host) => ({ replace: (place, body, options) => host.replace(place, body, options, UPDATE) }),
}
