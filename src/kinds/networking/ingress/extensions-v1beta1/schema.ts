import { ingressTypes } from '#kinds/networking/ingress/schema.js'
import { explicit, type Infer, intOrString, optional, required, string, struct } from '#schema/type.js'

const PREFIX = 'io.k8s.api.extensions.v1beta1'

const IngressBackend = struct(
  `${PREFIX}.IngressBackend`,
  'Service and port that receive routed requests.',
  () => ({
    serviceName: required(1, string, 'Service in the namespace of the ingress.'),
    servicePort: required(2, intOrString, 'Port of the service, by number or by name.'),
  }),
)
export interface IngressBackend extends Infer<typeof IngressBackend> {}

const HTTPIngressPath = struct(
  `${PREFIX}.HTTPIngressPath`,
  'A URL path pattern and the backend serving it.',
  () => ({
    path: optional(1, string, 'Regular expression starting with a slash; empty matches every path.'),
    backend: required(2, IngressBackend, 'Service that receives the requests matching the path.'),
  }),
)
export interface HTTPIngressPath extends Infer<typeof HTTPIngressPath> {}

const types = ingressTypes(PREFIX, {
  path: HTTPIngressPath,
  backend: {
    backend: explicit(
      1,
      IngressBackend,
      'Service that gets requests no rule matches; required when there are no rules.',
    ),
  },
  lists: {},
  descriptions: {
    http: 'Path routing for HTTP; when absent all traffic goes to the default backend.',
    host: 'Exact or wildcard host name, never an IP address; empty matches all hosts.',
    spec: 'Routing wanted from an ingress; needs a backend or at least one rule.',
    entryPoint: 'One entry point of a load balancer.',
    addresses: 'Addresses at which a load balancer receives traffic.',
    specOfIngress: 'Routing rules, default backend and TLS settings.',
  },
})

export const { Ingress } = types
export interface HTTPIngressRuleValue extends Infer<typeof types.HTTPIngressRuleValue> {}
export interface IngressRule extends Infer<typeof types.IngressRule> {}
export interface IngressTLS extends Infer<typeof types.IngressTLS> {}
export interface IngressSpec extends Infer<typeof types.IngressSpec> {}
export interface IngressLoadBalancerIngress extends Infer<typeof types.IngressLoadBalancerIngress> {}
export interface Ingress extends Infer<typeof Ingress> {}
