/** What the type of a service, and what is set beside, make necessary. */

interface Typed {
  readonly type?: string | undefined
  readonly externalIPs?: readonly string[] | undefined
  readonly externalTrafficPolicy?: string | undefined
  readonly allocateLoadBalancerNodePorts?: boolean | undefined
  readonly clusterIPs?: readonly string[] | undefined
}

/** The text that stands in the place of an address for a service that has none. */
export const HEADLESS = 'None'

export const needsAddress = ({ type }: Typed) =>
  type === 'ClusterIP' || type === 'NodePort' || type === 'LoadBalancer'

/** Whether ports of nodes may lead to the service. */
export const takesNodePorts = ({ type }: Typed) => type === 'NodePort' || type === 'LoadBalancer'

/** Whether every port of the service has to have a port of the nodes. */
export const needsNodePorts = ({ type, allocateLoadBalancerNodePorts = true }: Typed) =>
  type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts)

export const needsHealthCheckPort = ({ type, externalTrafficPolicy }: Typed) =>
  type === 'LoadBalancer' && externalTrafficPolicy === 'Local'

export const isReachedFromOutside = ({ type, externalIPs = [] }: Typed) =>
  type === 'NodePort' || type === 'LoadBalancer' || (type === 'ClusterIP' && externalIPs.length > 0)

export const isHeadless = ({ clusterIPs = [] }: Typed) =>
  clusterIPs.length === 1 && clusterIPs[0] === HEADLESS
