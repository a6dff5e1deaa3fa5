import { serviceUnavailable } from '#meta/api-error.js'
import type { Subresource } from '#registry/kind.js'
import type { SubresourceEndpoint } from '#registry/subresources/endpoint.js'

/** Until the federation has started. */
const NOT_STARTED: SubresourceEndpoint = {
  connect: () => Promise.reject(serviceUnavailable('the federation has not started yet')),
}

/** `proxy`: the API of the member cluster. */
export const CLUSTER_PROXY: Subresource = {
  name: 'proxy',
  kind: 'ClusterProxyOptions',
  verbs: ['create', 'delete', 'get', 'patch', 'update'],
  connects: true,
  takesPaths: true,
  forwards: true,
  endpoint: () => NOT_STARTED,
}

/** `agent`: the agent of a member cluster connects here. */
export const CLUSTER_AGENT: Subresource = {
  name: 'agent',
  kind: 'ClusterAgentOptions',
  verbs: ['create'],
  connects: true,
  forwards: true,
  endpoint: () => NOT_STARTED,
}
