import { type Infer, list, optional, string, struct } from '../../schema/type.js'

export const LoadBalancerIngress = struct(
  'io.k8s.api.core.v1.LoadBalancerIngress',
  'One entry point of a load balancer.',
  () => ({
    ip: optional(1, string, 'IP address, for load balancers that work with addresses.'),
    hostname: optional(2, string, 'DNS name, for load balancers that work with names.'),
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
    ),
  }),
)
export interface LoadBalancerStatus extends Infer<typeof LoadBalancerStatus> {}
