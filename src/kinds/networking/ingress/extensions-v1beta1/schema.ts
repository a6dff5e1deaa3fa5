import { portStatusFields } from '#kinds/shared/load-balancer.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  explicit,
  type Infer,
  inline,
  intOrString,
  list,
  optional,
  required,
  string,
  struct,
} from '#schema/type.js'

export const IngressBackend = struct(
  'io.k8s.api.extensions.v1beta1.IngressBackend',
  'Service and port that receive routed requests.',
  () => ({
    serviceName: required(1, string, 'Service in the namespace of the ingress.'),
    servicePort: required(2, intOrString, 'Port of the service, by number or by name.'),
  }),
)
export interface IngressBackend extends Infer<typeof IngressBackend> {}

export const HTTPIngressPath = struct(
  'io.k8s.api.extensions.v1beta1.HTTPIngressPath',
  'A URL path pattern and the backend serving it.',
  () => ({
    path: optional(1, string, 'Regular expression starting with a slash; empty matches every path.'),
    backend: required(2, IngressBackend, 'Service that receives the requests matching the path.'),
  }),
)
export interface HTTPIngressPath extends Infer<typeof HTTPIngressPath> {}

export const HTTPIngressRuleValue = struct(
  'io.k8s.api.extensions.v1beta1.HTTPIngressRuleValue',
  'Path-based routing of HTTP requests for one host.',
  () => ({
    paths: required(
      1,
      list(HTTPIngressPath),
      'Paths and the backends that serve them; at least one is required.',
    ),
  }),
)
export interface HTTPIngressRuleValue extends Infer<typeof HTTPIngressRuleValue> {}

export const IngressRuleValue = struct(
  'io.k8s.api.extensions.v1beta1.IngressRuleValue',
  'Protocol-specific part of an ingress rule.',
  () => ({
    http: explicit(
      1,
      HTTPIngressRuleValue,
      'Path routing for HTTP; when absent all traffic goes to the default backend.',
    ),
  }),
)
export interface IngressRuleValue extends Infer<typeof IngressRuleValue> {}

export const IngressRule = struct(
  'io.k8s.api.extensions.v1beta1.IngressRule',
  'Routing for the requests of one host name.',
  () => ({
    host: optional(1, string, 'Exact or wildcard host name, never an IP address; empty matches all hosts.'),
    ...inline(2, IngressRuleValue),
  }),
)
export interface IngressRule extends Infer<typeof IngressRule> {}

export const IngressTLS = struct(
  'io.k8s.api.extensions.v1beta1.IngressTLS',
  'TLS certificate for a set of host names.',
  () => ({
    hosts: optional(
      1,
      list(string),
      'Host names the certificate covers; empty leaves the choice to the controller.',
    ),
    secretName: optional(
      2,
      string,
      'Secret with certificate and key; empty when TLS is passed through unopened.',
    ),
  }),
)
export interface IngressTLS extends Infer<typeof IngressTLS> {}

export const IngressSpec = struct(
  'io.k8s.api.extensions.v1beta1.IngressSpec',
  'Routing wanted from an ingress; needs a backend or at least one rule.',
  () => ({
    backend: explicit(
      1,
      IngressBackend,
      'Service that gets requests no rule matches; required when there are no rules.',
    ),
    tls: optional(
      2,
      list(IngressTLS),
      'Certificates for the hosts served; without entries traffic stays unencrypted.',
    ),
    rules: optional(
      3,
      list(IngressRule),
      'Host-based routing rules; unmatched requests go to the default backend.',
    ),
  }),
)
export interface IngressSpec extends Infer<typeof IngressSpec> {}

export const IngressPortStatus = struct(
  'io.k8s.api.extensions.v1beta1.IngressPortStatus',
  'State of one port of an entry point.',
  () => portStatusFields,
)
export interface IngressPortStatus extends Infer<typeof IngressPortStatus> {}

export const IngressLoadBalancerIngress = struct(
  'io.k8s.api.extensions.v1beta1.IngressLoadBalancerIngress',
  'One entry point of a load balancer.',
  () => ({
    ip: optional(1, string, 'IP address, for load balancers that work with addresses.'),
    hostname: optional(2, string, 'DNS name, for load balancers that work with names.'),
    ports: optional(4, list(IngressPortStatus), 'State of the ports of the entry point.'),
  }),
)
export interface IngressLoadBalancerIngress extends Infer<typeof IngressLoadBalancerIngress> {}

export const IngressLoadBalancerStatus = struct(
  'io.k8s.api.extensions.v1beta1.IngressLoadBalancerStatus',
  'Addresses at which a load balancer receives traffic.',
  () => ({
    ingress: optional(
      1,
      list(IngressLoadBalancerIngress),
      'Entry points of the load balancer; empty until one is assigned.',
    ),
  }),
)
export interface IngressLoadBalancerStatus extends Infer<typeof IngressLoadBalancerStatus> {}

export const IngressStatus = struct(
  'io.k8s.api.extensions.v1beta1.IngressStatus',
  'Observed state of an ingress.',
  () => ({
    loadBalancer: optional(
      1,
      IngressLoadBalancerStatus,
      'Outside addresses at which the ingress currently receives traffic.',
    ),
  }),
)
export interface IngressStatus extends Infer<typeof IngressStatus> {}

export const Ingress = struct(
  'io.k8s.api.extensions.v1beta1.Ingress',
  'Routes outside HTTP traffic to services by host name and URL path.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the ingress.'),
    spec: optional(2, IngressSpec, 'Routing rules, default backend and TLS settings.'),
    status: optional(3, IngressStatus, 'Where the ingress can be reached, as reported by its controller.'),
  }),
)
export interface Ingress extends Infer<typeof Ingress> {}
