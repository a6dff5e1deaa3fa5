import type { Random } from '../support/random.js'
import * as text from './random-text.js'

type Members = Record<string, unknown>
type Maker = (random: Random) => unknown
type Adjustment = (members: Members, random: Random) => void

const oneOf =
  (...choices: unknown[]): Maker =>
  (random) =>
    random.pick(choices)
const listOf =
  (make: Maker): Maker =>
  (random) =>
    Array.from({ length: 1 + random.below(3) }, () => make(random))

/** Values of the kinds that networks are made of. */
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

/** What must agree in their structs. */
export const NETWORK_ADJUSTMENTS: Readonly<Record<string, Adjustment>> = {
  'io.k8s.api.networking.v1.Ingress': (members) => {
    members.spec = { defaultBackend: BACKEND, ...(members.spec as Members | null) }
    ;(members.spec as Members).defaultBackend ??= BACKEND
  },
  'io.k8s.api.networking.v1.IngressBackend': (members) => {
    if (members.service == null && members.resource == null) Object.assign(members, BACKEND)
    else if (members.service != null) delete members.resource
  },
  'io.k8s.api.networking.v1.HTTPIngressPath': (members) => {
    members.pathType ??= 'Prefix'
    members.path = members.path || '/'
  },
  'io.k8s.api.networking.v1.HTTPIngressRuleValue': (members) => {
    const paths = (members.paths ?? []) as Members[]
    members.paths = paths.length > 0 ? paths : [{ pathType: 'Exact', path: '/', backend: BACKEND }]
  },
  IngressServiceBackend: (members) => {
    members.port ??= { number: 80 }
  },
  ServiceBackendPort: (members, random) => {
    for (const member of Object.keys(members)) delete members[member]
    if (random.chance(0.5)) members.number = 1 + random.below(65_535)
    else members.name = text.portName(random)
  },
  IngressClass: (members) => {
    members.spec = { ...(members.spec as Members | null), controller: 'example.com/controller/v1' }
  },
  IngressClassParametersReference: (members, random) => {
    members.scope = random.pick([undefined, 'Cluster', 'Namespace'])
    members.namespace = members.scope === 'Namespace' ? text.dnsLabel(random) : undefined
  },
  NetworkPolicyPort: (members, random) => {
    members.port = random.pick([undefined, 80, 'http'])
    members.endPort = members.port === 80 ? random.pick([undefined, 80, 90]) : undefined
  },
  NetworkPolicyPeer: (members) => {
    if (members.podSelector != null || members.namespaceSelector != null) delete members.ipBlock
    else members.ipBlock ??= { cidr: '::/0' }
  },
  IPAddress: (members, random) => {
    const metadata = members.metadata as Members | null
    members.metadata = {
      ...metadata,
      generateName: undefined,
      name: random.pick(['10.0.0.1', '2001:db8::1']),
    }
    members.spec = { parentRef: { resource: 'services', name: 'web' }, ...(members.spec as Members | null) }
    ;(members.spec as Members).parentRef ??= { resource: 'services', name: 'web' }
  },
  ParentReference: (members, random) => {
    Object.assign(members, { resource: text.dnsLabel(random), name: text.dnsLabel(random) })
  },
  ServiceCIDR: (members, random) => {
    members.spec = { cidrs: random.pick([['10.0.0.0/8'], ['10.0.0.0/8', '2001:db8::/64']]) }
  },
  EndpointSlice: (members, random) => {
    members.addressType = random.pick(['IPv4', 'IPv6', 'FQDN'])
    const address = { IPv4: '10.1.2.3', IPv6: '2001:db8::1', FQDN: 'a.example.com' }[
      members.addressType as string
    ]
    for (const endpoint of (members.endpoints ?? []) as Members[]) endpoint.addresses = [address]
    for (const [index, port] of ((members.ports ?? []) as Members[]).entries()) port.name = `p-${index}`
  },
  'io.k8s.api.discovery.v1.Endpoint': (members, random) => {
    Object.assign(members, { hostname: text.dnsLabel(random), nodeName: text.subdomain(random) })
    members.deprecatedTopology = random.pick([undefined, { region: 'a' }])
  },
  EndpointHints: (members) => {
    for (const list of ['forZones', 'forNodes']) {
      for (const [index, hint] of ((members[list] ?? []) as Members[]).entries()) hint.name = `n-${index}`
    }
  },
  'io.k8s.api.discovery.v1.EndpointPort': (members, random) => {
    members.protocol = random.pick([undefined, 'TCP', 'UDP', 'SCTP'])
    members.appProtocol = random.pick([undefined, text.qualifiedName(random)])
  },
  ServicePort: (members, random) => {
    members.targetPort = random.pick([undefined, 0, 80, text.portName(random)])
  },
  Service: (members, random) => {
    members.spec = { ...(members.spec as Members | null) }
    adjustService(members.spec as Members, random)
  },
}

const BACKEND = { service: { name: 'web', port: { number: 80 } } }

function adjustService(spec: Members, random: Random): void {
  const isHeadless = spec.clusterIP === 'None'
  spec.type = random.pick(
    isHeadless ? ['', 'ClusterIP'] : ['', 'ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'],
  )
  const ports = (spec.ports ?? []) as Members[]
  if (ports.length === 0) ports.push({ port: 80 })
  for (const [index, port] of ports.entries()) Object.assign(port, { name: `p-${index}`, port: 80 + index })
  spec.ports = ports
  if (spec.type !== 'LoadBalancer') {
    for (const member of ['loadBalancerSourceRanges', 'loadBalancerClass', 'allocateLoadBalancerNodePorts']) {
      delete spec[member]
    }
  }
  if (spec.type !== 'NodePort' && spec.type !== 'LoadBalancer') delete spec.externalTrafficPolicy
  if (spec.type !== 'ExternalName') return
  for (const member of ['clusterIP', 'ipFamilies', 'ipFamilyPolicy']) delete spec[member]
  spec.externalName = `${text.subdomain(random)}.`
}
