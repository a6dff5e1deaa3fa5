import { notImplemented } from '../../../meta/api-error.js'
import type { Subresource, Verb } from '../../../registry/kind.js'
import type { EndpointFactory } from '../../../registry/subresources/endpoint.js'

/** What only a running pod can answer. */
const needsRunning: EndpointFactory = (host) => ({
  refuse(place) {
    host.get(place)
    return notImplemented('this server runs no pods')
  },
})

const running = (name: string, kind: string, verbs: readonly Verb[]): Subresource => ({
  name,
  kind,
  verbs,
  connects: true,
  endpoint: needsRunning,
})

export const runningSubresources: readonly Subresource[] = [
  running('attach', 'PodAttachOptions', ['create', 'get']),
  running('exec', 'PodExecOptions', ['create', 'get']),
  running('log', 'Pod', ['get']),
  running('portforward', 'PodPortForwardOptions', ['create', 'get']),
  running('proxy', 'PodProxyOptions', ['create', 'delete', 'get', 'patch', 'update']),
]
