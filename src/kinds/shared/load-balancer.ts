import { explicit, type Infer, int32, list, optional, required, string, struct } from '#schema/type.js'

/** The status of a port, for services and ingresses. */
export const portStatusFields = {
  port: required(1, int32, 'Number of the port.'),
  protocol: required(2, string, 'Protocol of the port: TCP, UDP or SCTP.', { enum: ['SCTP', 'TCP', 'UDP'] }),
  error: explicit(3, string, 'Why the port does not work, as a single CamelCase word or a qualified name.'),
}

export const PortStatus = struct(
  'io.k8s.api.core.v1.PortStatus',
  'State of one port of a load balancer.',
  () => portStatusFields,
)
export interface PortStatus extends Infer<typeof PortStatus> {}

export const LoadBalancerIngress = struct(
  'io.k8s.api.core.v1.LoadBalancerIngress',
  'One entry point of a load balancer.',
  () => ({
    ip: optional(1, string, 'IP address, for load balancers that work with addresses.'),
    hostname: optional(2, string, 'DNS name, for load balancers that work with names.'),
    ipMode: explicit(
      3,
      string,
      'How traffic arrives: VIP keeps the destination address, Proxy replaces it with that of the node or pod.',
    ),
    ports: optional(4, list(PortStatus), 'State of the ports of the entry point.', { listType: 'atomic' }),
  }),
)
export interface LoadBalancerIngress extends Infer<typeof LoadBalancerIngress> {}

export const LoadBalancerStatus = struct(
  'io.k8s.api.core.v1.LoadBalancerStatus',
  'Addresses at which a load balancer receives traffic.',
  () => ({
    ingress: optional(
      1,
      list(LoadBalancerIngress),
      'Entry points of the load balancer; empty until one is assigned.',
      { listType: 'atomic' },
    ),
  }),
)
export interface LoadBalancerStatus extends Infer<typeof LoadBalancerStatus> {}
