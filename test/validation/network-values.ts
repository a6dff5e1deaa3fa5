import type { Random } from '../support/random.js'
import type { Adjustment, FieldValues } from './random-fields.js'
import * as text from './random-text.js'

type Maker = (random: Random) => unknown

const oneOf =
  (...choices: unknown[]): Maker =>
  (random) =>
    random.pick(choices)
const listOf =
  (make: Maker): Maker =>
  (random) =>
    Array.from({ length: 1 + random.below(3) }, () => make(random))

/** Valid values of network kinds. */
export const NETWORK_MAKERS: Readonly<Record<string, Maker>> = {
  'TypedLocalObjectReference.apiGroup': text.subdomain,
  'TypedLocalObjectReference.kind': text.dnsLabel,
  'TypedLocalObjectReference.name': text.dnsLabel,
  'IngressServiceBackend.name': text.dns1035Label,
  'IngressSpec.ingressClassName': text.subdomain,
  'IngressTLS.secretName': text.subdomain,
  'HTTPIngressPath.pathType': oneOf('Exact', 'Prefix', 'ImplementationSpecific'),
  'IngressClassParametersReference.apiGroup': text.subdomain,
  'IngressClassParametersReference.kind': text.dnsLabel,
  'IngressClassParametersReference.name': text.dnsLabel,
  'NetworkPolicyPort.protocol': oneOf('TCP', 'UDP', 'SCTP'),
  'NetworkPolicySpec.policyTypes': oneOf([], ['Egress'], ['Ingress', 'Egress']),
  'IPBlock.cidr': oneOf('10.0.0.0/8', '10.1.0.0/16'),
  'IPBlock.except': oneOf([], ['10.1.2.0/24', '10.1.3.4/32']),
  'ParentReference.group': text.subdomain,
  'ParentReference.namespace': text.dnsLabel,
  'ServicePort.protocol': oneOf('', 'TCP', 'UDP', 'SCTP'),
  'ServicePort.appProtocol': text.qualifiedName,
  'ServicePort.nodePort': oneOf(undefined),
  'ServiceSpec.selector': (random) => ({ [text.qualifiedName(random)]: text.labelValue(random) }),
  'ServiceSpec.clusterIP': oneOf(undefined, 'None'),
  'ServiceSpec.clusterIPs': oneOf(undefined),
  'ServiceSpec.externalIPs': listOf(oneOf('192.168.1.1', '2001:db8::1')),
  'ServiceSpec.sessionAffinity': oneOf('', 'None', 'ClientIP'),
  'ClientIPConfig.timeoutSeconds': (random) => 1 + random.below(86_400),
  'ServiceSpec.externalTrafficPolicy': oneOf('', 'Cluster', 'Local'),
  'ServiceSpec.healthCheckNodePort': oneOf(undefined),
  'ServiceSpec.ipFamilies': oneOf([], ['IPv4']),
  'ServiceSpec.ipFamilyPolicy': oneOf('SingleStack', 'PreferDualStack'),
  'ServiceSpec.internalTrafficPolicy': oneOf('Cluster', 'Local'),
  'ServiceSpec.trafficDistribution': oneOf('PreferClose'),
  'ServiceSpec.loadBalancerClass': text.qualifiedName,
  'ServiceSpec.loadBalancerSourceRanges': listOf(oneOf('10.0.0.0/8', ' ::/0 ')),
}

/** Adjustments of network structs. */
export const NETWORK_ADJUSTMENTS: Readonly<Record<string, Adjustment>> = {
  'io.k8s.api.networking.v1.Ingress': (fields) => {
    fields.spec = { defaultBackend: BACKEND, ...(fields.spec as FieldValues | null) }
    ;(fields.spec as FieldValues).defaultBackend ??= BACKEND
  },
  'io.k8s.api.networking.v1.IngressBackend': (fields) => {
    if (fields.service == null && fields.resource == null) Object.assign(fields, BACKEND)
    else if (fields.service != null) delete fields.resource
  },
  'io.k8s.api.networking.v1.HTTPIngressPath': (fields) => {
    fields.pathType ??= 'Prefix'
    fields.path = fields.path || '/'
  },
  'io.k8s.api.networking.v1.HTTPIngressRuleValue': (fields) => {
    const paths = (fields.paths ?? []) as FieldValues[]
    fields.paths = paths.length > 0 ? paths : [{ pathType: 'Exact', path: '/', backend: BACKEND }]
  },
  IngressServiceBackend: (fields) => {
    fields.port ??= { number: 80 }
  },
  ServiceBackendPort: (fields, random) => {
    for (const field of Object.keys(fields)) delete fields[field]
    if (random.chance(0.5)) fields.number = 1 + random.below(65_535)
    else fields.name = text.portName(random)
  },
  IngressClass: (fields) => {
    fields.spec = { ...(fields.spec as FieldValues | null), controller: 'example.com/controller/v1' }
  },
  IngressClassParametersReference: (fields, random) => {
    fields.scope = random.pick([undefined, 'Cluster', 'Namespace'])
    fields.namespace = fields.scope === 'Namespace' ? text.dnsLabel(random) : undefined
  },
  NetworkPolicyPort: (fields, random) => {
    fields.port = random.pick([undefined, 80, 'http'])
    fields.endPort = fields.port === 80 ? random.pick([undefined, 80, 90]) : undefined
  },
  NetworkPolicyPeer: (fields) => {
    if (fields.podSelector != null || fields.namespaceSelector != null) delete fields.ipBlock
    else fields.ipBlock ??= { cidr: '::/0' }
  },
  IPAddress: (fields, random) => {
    const metadata = fields.metadata as FieldValues | null
    fields.metadata = {
      ...metadata,
      generateName: undefined,
      name: random.pick(['10.0.0.1', '2001:db8::1']),
    }
    fields.spec = { parentRef: { resource: 'services', name: 'web' }, ...(fields.spec as FieldValues | null) }
    ;(fields.spec as FieldValues).parentRef ??= { resource: 'services', name: 'web' }
  },
  ParentReference: (fields, random) => {
    Object.assign(fields, { resource: text.dnsLabel(random), name: text.dnsLabel(random) })
  },
  ServiceCIDR: (fields, random) => {
    fields.spec = { cidrs: random.pick([['10.0.0.0/8'], ['10.0.0.0/8', '2001:db8::/64']]) }
  },
  EndpointSlice: (fields, random) => {
    fields.addressType = random.pick(['IPv4', 'IPv6', 'FQDN'])
    const address = { IPv4: '10.1.2.3', IPv6: '2001:db8::1', FQDN: 'a.example.com' }[
      fields.addressType as string
    ]
    for (const endpoint of (fields.endpoints ?? []) as FieldValues[]) endpoint.addresses = [address]
    for (const [index, port] of ((fields.ports ?? []) as FieldValues[]).entries()) port.name = `p-${index}`
  },
  'io.k8s.api.discovery.v1.Endpoint': (fields, random) => {
    Object.assign(fields, { hostname: text.dnsLabel(random), nodeName: text.subdomain(random) })
    fields.deprecatedTopology = random.pick([undefined, { region: 'a' }])
  },
  EndpointHints: (fields) => {
    for (const list of ['forZones', 'forNodes']) {
      for (const [index, hint] of ((fields[list] ?? []) as FieldValues[]).entries()) hint.name = `n-${index}`
    }
  },
  'io.k8s.api.discovery.v1.EndpointPort': (fields, random) => {
    fields.protocol = random.pick([undefined, 'TCP', 'UDP', 'SCTP'])
    fields.appProtocol = random.pick([undefined, text.qualifiedName(random)])
  },
  ServicePort: (fields, random) => {
    fields.targetPort = random.pick([undefined, 0, 80, text.portName(random)])
  },
  Service: (fields, random) => {
    fields.spec = { ...(fields.spec as FieldValues | null) }
    adjustService(fields.spec as FieldValues, random)
  },
}

const BACKEND = { service: { name: 'web', port: { number: 80 } } }

function adjustService(spec: FieldValues, random: Random): void {
  const isHeadless = spec.clusterIP === 'None'
  spec.type = random.pick(
    isHeadless ? ['', 'ClusterIP'] : ['', 'ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'],
  )
  const ports = (spec.ports ?? []) as FieldValues[]
  if (ports.length === 0) ports.push({ port: 80 })
  for (const [index, port] of ports.entries()) Object.assign(port, { name: `p-${index}`, port: 80 + index })
  spec.ports = ports
  if (spec.type !== 'LoadBalancer') {
    for (const field of ['loadBalancerSourceRanges', 'loadBalancerClass', 'allocateLoadBalancerNodePorts']) {
      delete spec[field]
    }
  }
  if (spec.type !== 'NodePort' && spec.type !== 'LoadBalancer') delete spec.externalTrafficPolicy
  if (spec.type !== 'ExternalName') return
  for (const field of ['clusterIP', 'ipFamilies', 'ipFamilyPolicy']) delete spec[field]
  spec.externalName = `${text.subdomain(random)}.`
}
