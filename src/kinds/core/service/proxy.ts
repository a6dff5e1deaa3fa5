import { notImplemented } from '../../../meta/api-error.js'
import type { Subresource } from '../../../registry/kind.js'
import type { EndpointFactory } from '../../../registry/subresources/endpoint.js'

/** Requests to the pods behind a service cannot be passed on where no pods run. */
const refusal: EndpointFactory = (host) => ({
  refuse(place) {
    host.get(place)
    return notImplemented('this server runs no pods')
  },
})

export const proxySubresource: Subresource = {
  name: 'proxy',
  kind: 'ServiceProxyOptions',
  verbs: ['create', 'delete', 'get', 'patch', 'update'],
  endpoint: refusal,
}
