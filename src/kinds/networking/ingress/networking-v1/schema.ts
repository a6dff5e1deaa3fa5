import { portStatusFields } from '#kinds/shared/load-balancer.js'
import { TypedLocalObjectReference } from '#kinds/shared/typed-local-object-reference.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  explicit,
  type Infer,
  inline,
  int32,
  list,
  nullable,
  optional,
  required,
  string,
  struct,
} from '#schema/type.js'

export const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix'] as const

export const ServiceBackendPort = struct(
  'io.k8s.api.networking.v1.ServiceBackendPort',
  'A port of a service, by name or by number.',
  () => ({
    name: optional(1, string, 'Name of the port; goes without a number.'),
    number: optional(2, int32, 'Number of the port, such as 80; goes without a name.'),
  }),
  { mapType: 'atomic' },
)
export interface ServiceBackendPort extends Infer<typeof ServiceBackendPort> {}

export const IngressServiceBackend = struct(
  'io.k8s.api.networking.v1.IngressServiceBackend',
  'Service and port that receive routed requests.',
  () => ({
    name: required(1, string, 'Service in the namespace of the ingress.'),
    port: optional(2, ServiceBackendPort, 'Port of the service; a name or a number is required.'),
  }),
)
export interface IngressServiceBackend extends Infer<typeof IngressServiceBackend> {}

export const IngressBackend = struct(
  'io.k8s.api.networking.v1.IngressBackend',
  'What receives routed requests: a service or another resource, and exactly one of the two.',
  () => ({
    service: explicit(4, IngressServiceBackend, 'Service that receives the requests.'),
    resource: explicit(
      3,
      TypedLocalObjectReference,
      'Object in the namespace of the ingress, such as a storage bucket, that answers the requests.',
    ),
  }),
)
export interface IngressBackend extends Infer<typeof IngressBackend> {}

export const HTTPIngressPath = struct(
  'io.k8s.api.networking.v1.HTTPIngressPath',
  'A URL path and the backend serving it.',
  () => ({
    path: optional(
      1,
      string,
      'Path to compare with, starting with a slash; required for types Exact and Prefix.',
    ),
    pathType: nullable(
      3,
      string,
      'How paths are compared: Exact as a whole, Prefix by their first elements, ImplementationSpecific as the controller does.',
      { enum: PATH_TYPES },
    ),
    backend: required(2, IngressBackend, 'What receives the requests matching the path.'),
  }),
)
export interface HTTPIngressPath extends Infer<typeof HTTPIngressPath> {}

export const HTTPIngressRuleValue = struct(
  'io.k8s.api.networking.v1.HTTPIngressRuleValue',
  'Path-based routing of HTTP requests for one host.',
  () => ({
    paths: required(
      1,
      list(HTTPIngressPath),
      'Paths and the backends that serve them; at least one is required.',
      { listType: 'atomic' },
    ),
  }),
)
export interface HTTPIngressRuleValue extends Infer<typeof HTTPIngressRuleValue> {}

export const IngressRuleValue = struct(
  'io.k8s.api.networking.v1.IngressRuleValue',
  'Protocol-specific part of an ingress rule.',
  () => ({
    http: explicit(
      1,
      HTTPIngressRuleValue,
      'Path routing for HTTP; when absent all traffic of the host goes to the default backend.',
    ),
  }),
)
export interface IngressRuleValue extends Infer<typeof IngressRuleValue> {}

export const IngressRule = struct(
  'io.k8s.api.networking.v1.IngressRule',
  'Routing for the requests of one host name.',
  () => ({
    host: optional(
      1,
      string,
      'Exact host name, or one whose first label is *; never an IP address. Empty matches all hosts.',
    ),
    ...inline(2, IngressRuleValue),
  }),
)
export interface IngressRule extends Infer<typeof IngressRule> {}

export const IngressTLS = struct(
  'io.k8s.api.networking.v1.IngressTLS',
  'TLS certificate for a set of host names.',
  () => ({
    hosts: optional(
      1,
      list(string),
      'Host names the certificate covers; empty leaves the choice to the controller.',
      { listType: 'atomic' },
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
  'io.k8s.api.networking.v1.IngressSpec',
  'Routing wanted from an ingress; needs a default backend or at least one rule.',
  () => ({
    ingressClassName: explicit(
      4,
      string,
      'Class that says which controller implements the ingress; the default class when left out on creation.',
    ),
    defaultBackend: explicit(
      1,
      IngressBackend,
      'What gets requests no rule matches; required when there are no rules.',
    ),
    tls: optional(
      2,
      list(IngressTLS),
      'Certificates for the hosts served; without entries traffic stays unencrypted.',
      { listType: 'atomic' },
    ),
    rules: optional(
      3,
      list(IngressRule),
      'Host-based routing rules; unmatched requests go to the default backend.',
      { listType: 'atomic' },
    ),
  }),
)
export interface IngressSpec extends Infer<typeof IngressSpec> {}

export const IngressPortStatus = struct(
  'io.k8s.api.networking.v1.IngressPortStatus',
  'State of one port of an entry point.',
  () => portStatusFields,
)
export interface IngressPortStatus extends Infer<typeof IngressPortStatus> {}

export const IngressLoadBalancerIngress = struct(
  'io.k8s.api.networking.v1.IngressLoadBalancerIngress',
  'One entry point of the load balancer of an ingress.',
  () => ({
    ip: optional(1, string, 'IP address, for load balancers that work with addresses.'),
    hostname: optional(2, string, 'DNS name, for load balancers that work with names.'),
    ports: optional(4, list(IngressPortStatus), 'State of the ports of the entry point.', {
      listType: 'atomic',
    }),
  }),
)
export interface IngressLoadBalancerIngress extends Infer<typeof IngressLoadBalancerIngress> {}

export const IngressLoadBalancerStatus = struct(
  'io.k8s.api.networking.v1.IngressLoadBalancerStatus',
  'Addresses at which the load balancer of an ingress receives traffic.',
  () => ({
    ingress: optional(
      1,
      list(IngressLoadBalancerIngress),
      'Entry points of the load balancer; empty until one is assigned.',
      { listType: 'atomic' },
    ),
  }),
)
export interface IngressLoadBalancerStatus extends Infer<typeof IngressLoadBalancerStatus> {}

export const IngressStatus = struct(
  'io.k8s.api.networking.v1.IngressStatus',
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
  'io.k8s.api.networking.v1.Ingress',
  'Routes outside HTTP traffic to services by host name and URL path.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the ingress.'),
    spec: optional(2, IngressSpec, 'Routing rules, default backend, class and TLS settings.'),
    status: optional(3, IngressStatus, 'Where the ingress can be reached, as reported by its controller.'),
  }),
)
export interface Ingress extends Infer<typeof Ingress> {}
