/** What the type and other fields of a service require. */

interface Typed {
  readonly type?: string | undefined
  readonly externalIPs?: readonly string[] | undefined
  readonly externalTrafficPolicy?: string | undefined
  readonly allocateLoadBalancerNodePorts?: boolean | undefined
  readonly clusterIPs?: readonly string[] | undefined
}

/** The `clusterIP` of a headless service. */
export const HEADLESS = 'None'

export const needsAddress = ({ type }: Typed) =>
  type === 'ClusterIP' || type === 'NodePort' || type === 'LoadBalancer'

/** Whether the service may have node ports. */
export const takesNodePorts = ({ type }: Typed) => type === 'NodePort' || type === 'LoadBalancer'

/** Whether every port needs a node port. */
export const needsNodePorts = ({ type, allocateLoadBalancerNodePorts = true }: Typed) =>
  type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts)

export const needsHealthCheckPort = ({ type, externalTrafficPolicy }: Typed) =>
  type === 'LoadBalancer' && externalTrafficPolicy === 'Local'

export const isExternallyAccessible = ({ type, externalIPs = [] }: Typed) =>
  type === 'NodePort' || type === 'LoadBalancer' || (type === 'ClusterIP' && externalIPs.length > 0)

export const isHeadless = ({ clusterIPs = [] }: Typed) =>
  clusterIPs.length === 1 && clusterIPs[0] === HEADLESS
