import { portStatusFields } from '#kinds/shared/load-balancer.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  type AnyStruct,
  explicit,
  type FieldOptions,
  type Fields,
  inline,
  list,
  optional,
  required,
  string,
  struct,
} from '#schema/type.js'

/** What differs between the versions of an ingress. */
interface IngressVersion<Path extends AnyStruct, Backend extends Fields> {
  readonly path: Path
  /** The spec fields of the default backend. */
  readonly backend: Backend
  /** The list types. */
  readonly lists: FieldOptions
  readonly descriptions: {
    readonly http: string
    readonly host: string
    readonly spec: string
    readonly entryPoint: string
    readonly addresses: string
    readonly specOfIngress: string
  }
}

/** The types of one version, named with the prefix of its group. */
export function ingressTypes<Path extends AnyStruct, Backend extends Fields>(
  prefix: string,
  { path, backend, lists, descriptions }: IngressVersion<Path, Backend>,
) {
  const HTTPIngressRuleValue = struct(
    `${prefix}.HTTPIngressRuleValue`,
    'Path-based routing of HTTP requests for one host.',
    () => ({
      paths: required(
        1,
        list(path),
        'Paths and the backends that serve them; at least one is required.',
        lists,
      ),
    }),
  )

  const IngressRuleValue = struct(
    `${prefix}.IngressRuleValue`,
    'Protocol-specific part of an ingress rule.',
    () => ({ http: explicit(1, HTTPIngressRuleValue, descriptions.http) }),
  )

  const IngressRule = struct(`${prefix}.IngressRule`, 'Routing for the requests of one host name.', () => ({
    host: optional(1, string, descriptions.host),
    ...inline(2, IngressRuleValue),
  }))

  const IngressTLS = struct(`${prefix}.IngressTLS`, 'TLS certificate for a set of host names.', () => ({
    hosts: optional(
      1,
      list(string),
      'Host names the certificate covers; empty leaves the choice to the controller.',
      lists,
    ),
    secretName: optional(2, string, 'Secret with certificate and key; empty for TLS passthrough.'),
  }))

  const IngressSpec = struct(`${prefix}.IngressSpec`, descriptions.spec, () => ({
    ...backend,
    tls: optional(
      2,
      list(IngressTLS),
      'Certificates for the hosts served; without entries traffic stays unencrypted.',
      lists,
    ),
    rules: optional(
      3,
      list(IngressRule),
      'Host-based routing rules; unmatched requests go to the default backend.',
      lists,
    ),
  }))

  const IngressPortStatus = struct(
    `${prefix}.IngressPortStatus`,
    'State of one port of an entry point.',
    () => portStatusFields,
  )

  const IngressLoadBalancerIngress = struct(
    `${prefix}.IngressLoadBalancerIngress`,
    descriptions.entryPoint,
    () => ({
      ip: optional(1, string, 'IP address, for load balancers that work with addresses.'),
      hostname: optional(2, string, 'DNS name, for load balancers that work with names.'),
      ports: optional(4, list(IngressPortStatus), 'State of the ports of the entry point.', lists),
    }),
  )

  const IngressLoadBalancerStatus = struct(
    `${prefix}.IngressLoadBalancerStatus`,
    descriptions.addresses,
    () => ({
      ingress: optional(
        1,
        list(IngressLoadBalancerIngress),
        'Entry points of the load balancer; empty until one is assigned.',
        lists,
      ),
    }),
  )

  const IngressStatus = struct(`${prefix}.IngressStatus`, 'Observed state of an ingress.', () => ({
    loadBalancer: optional(
      1,
      IngressLoadBalancerStatus,
      'Outside addresses at which the ingress currently receives traffic.',
    ),
  }))

  const Ingress = struct(
    `${prefix}.Ingress`,
    'Routes outside HTTP traffic to services by host name and URL path.',
    () => ({
      ...typeMeta,
      metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the ingress.'),
      spec: optional(2, IngressSpec, descriptions.specOfIngress),
      status: optional(3, IngressStatus, 'Where the ingress can be reached, as reported by its controller.'),
    }),
  )
  return { HTTPIngressRuleValue, IngressRule, IngressTLS, IngressSpec, IngressLoadBalancerIngress, Ingress }
}
