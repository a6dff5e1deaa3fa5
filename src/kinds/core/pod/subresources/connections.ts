import { connectSubresource, proxySubresource, type RequestCheck } from '#kinds/core/connecting.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import type { Subresource } from '#registry/kind.js'
import { containerOf, readLogOptions } from './log-options.js'

/** The subresources of running pods. Requests are checked, although no pod runs here. */

const toContainer: RequestCheck<Pod> = (host, place, query) => {
  containerOf(query.get('container') || undefined, host.parse(host.get(place)))
}

const toLog: RequestCheck<Pod> = (host, place, query) => {
  const { container } = readLogOptions(query, place.name)
  containerOf(container, host.parse(host.get(place)))
}

export const connections: readonly Subresource[] = [
  connectSubresource('attach', 'PodAttachOptions', ['create', 'get'], undefined, toContainer),
  connectSubresource('exec', 'PodExecOptions', ['create', 'get'], undefined, toContainer),
  // The text that a container has written.
  {
    ...connectSubresource('log', 'Pod', ['get'], undefined, toLog),
    connects: false,
    isText: true,
  },
  connectSubresource('portforward', 'PodPortForwardOptions', ['create', 'get']),
  proxySubresource('PodProxyOptions'),
]
