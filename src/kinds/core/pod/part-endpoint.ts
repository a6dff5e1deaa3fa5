import type { EndpointFactory } from '#registry/subresources/endpoint.js'
import type { SubresourceUpdate } from '#registry/write/modification.js'
import type { Pod } from './schema.js'

/** The whole pod, of which only one part can be changed here. */
export const partEndpoint =
  (update: SubresourceUpdate<Pod>): EndpointFactory =>
  (host) => ({
    get: (place) => host.get(place),
    replace: (place, body, options) => host.replace(place, body, options, update),
    patch: (place, patch, options) => host.patch(place, patch, options, update),
  })
