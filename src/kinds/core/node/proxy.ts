import { notImplemented } from '../../../meta/api-error.js'
import type { Subresource } from '../../../registry/kind.js'

/** `proxy` leads to the kubelet of a node. Here a node is an object and no more. */
export const proxy: Subresource = {
  name: 'proxy',
  kind: 'NodeProxyOptions',
  verbs: ['create', 'delete', 'get', 'patch', 'update'],
  endpoint: (host) => ({
    refuse(place) {
      host.get(place)
      return notImplemented('this server runs no nodes')
    },
  }),
}
