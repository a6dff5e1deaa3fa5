import { ingressTypes } from '#kinds/networking/ingress/schema.js'
import { TypedLocalObjectReference } from '#kinds/shared/object-reference.js'
import { explicit, type Infer, int32, nullable, optional, required, string, struct } from '#schema/type.js'

const PREFIX = 'io.k8s.api.networking.v1'

export const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix'] as const

const ServiceBackendPort = struct(
  `${PREFIX}.ServiceBackendPort`,
  'A port of a service, by name or by number.',
  () => ({
    name: optional(1, string, 'Name of the port; not together with number.'),
    number: optional(2, int32, 'Number of the port, such as 80; not together with name.'),
  }),
  { mapType: 'atomic' },
)

const IngressServiceBackend = struct(
  `${PREFIX}.IngressServiceBackend`,
  'Service and port that receive routed requests.',
  () => ({
    name: required(1, string, 'Service in the namespace of the ingress.'),
    port: optional(2, ServiceBackendPort, 'Port of the service; a name or a number is required.'),
  }),
)
export interface IngressServiceBackend extends Infer<typeof IngressServiceBackend> {}

const IngressBackend = struct(
  `${PREFIX}.IngressBackend`,
  'Receiver of routed requests; set exactly one of service and resource.',
  () => ({
    service: explicit(4, IngressServiceBackend, 'Service that receives the requests.'),
    resource: explicit(
      3,
      TypedLocalObjectReference,
      'Object in the namespace of the ingress, such as a storage bucket, that serves the requests.',
    ),
  }),
)
export interface IngressBackend extends Infer<typeof IngressBackend> {}

const HTTPIngressPath = struct(`${PREFIX}.HTTPIngressPath`, 'A URL path and the backend serving it.', () => ({
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
}))
export interface HTTPIngressPath extends Infer<typeof HTTPIngressPath> {}

const types = ingressTypes(PREFIX, {
  path: HTTPIngressPath,
  backend: {
    ingressClassName: explicit(
      4,
      string,
      'Class of the ingress, which names the controller; the default class when left out on creation.',
    ),
    defaultBackend: explicit(
      1,
      IngressBackend,
      'What gets requests no rule matches; required when there are no rules.',
    ),
  },
  lists: { listType: 'atomic' },
  descriptions: {
    http: 'Path routing for HTTP; when absent all traffic of the host goes to the default backend.',
    host: 'Exact host name, or one whose first label is *; never an IP address. Empty matches all hosts.',
    spec: 'Routing wanted from an ingress; needs a default backend or at least one rule.',
    entryPoint: 'One entry point of the load balancer of an ingress.',
    addresses: 'Addresses at which the load balancer of an ingress receives traffic.',
    specOfIngress: 'Routing rules, default backend, class and TLS settings.',
  },
})

export const { Ingress } = types
export interface HTTPIngressRuleValue extends Infer<typeof types.HTTPIngressRuleValue> {}
export interface IngressRule extends Infer<typeof types.IngressRule> {}
export interface IngressTLS extends Infer<typeof types.IngressTLS> {}
export interface IngressSpec extends Infer<typeof types.IngressSpec> {}
export interface IngressLoadBalancerIngress extends Infer<typeof types.IngressLoadBalancerIngress> {}
export interface Ingress extends Infer<typeof Ingress> {}
