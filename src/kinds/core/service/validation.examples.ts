import { rulesOfObject } from '#kinds/example-objects.fixture.js'
import { portName } from '#kinds/shared/formats.js'
import { labelValue, qualifiedName, rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import {
  type Body,
  between,
  follows,
  forbidden,
  given,
  invalid,
  oneOf,
  unique,
} from '#meta/rule-examples.fixture.js'
import { service } from './index.js'
import { AFFINITIES, PROTOCOLS, SERVICE_TYPES, TRAFFIC_POLICIES } from './schema.js'

const PORTS = [{ port: 80 }]
const spec = (part: Body) => ({ ports: PORTS, ...part })
const ports = (...ports: Body[]) => ({ ports: ports.map((port) => ({ port: 80, ...port })) })
const balanced = (part: Body) => spec({ type: 'LoadBalancer', ...part })
const named = (part: Body) => ({ type: 'ExternalName', externalName: 'db.example', ...part })
const FOR_LOAD_BALANCERS = "may only be used when `type` is 'LoadBalancer'"
const NOT_AN_ADDRESS = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'
const NOT_A_RANGE = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'

export const serviceRules = rulesOfObject({
  type: 'Service',
  version: service.storageVersion,
  at: 'spec',
  object: (spec) => ({ spec }),
  examples: [
    given('ports', {}, { clusterIP: 'None' }),
    ...['LoadBalancer', 'NodePort'].map((type) =>
      invalid(
        'clusterIPs[0]',
        `must be an address with type ${type}`,
        `may not be set to 'None' for ${type} services`,
        spec({ type, clusterIP: 'None', clusterIPs: ['None'] }),
        spec({ type }),
      ),
    ),
    forbidden(
      'clusterIPs',
      'must not be set with type ExternalName',
      'may not be set for ExternalName services',
      named({ clusterIP: '10.96.0.9', clusterIPs: ['10.96.0.9'] }),
      named({}),
    ),
    forbidden(
      'ipFamilies',
      'must not be set with type ExternalName',
      'may not be set for ExternalName services',
      named({ ipFamilies: ['IPv4'] }),
      named({}),
    ),
    forbidden(
      'ipFamilyPolicy',
      'must not be set with type ExternalName',
      'may not be set for ExternalName services',
      named({ ipFamilyPolicy: 'SingleStack' }),
      named({}),
    ),
    given('externalName', named({ externalName: '.' }), named({})),
    follows('externalName', rfc1123Subdomain, named({ externalName: 'A' }), named({ externalName: 'a.' })),
    given('ports[1].name', ports({ name: 'a' }, { port: 81 }), ports({})),
    follows('ports[0].name', rfc1123Label, ports({ name: 'A' }), ports({ name: 'a' })),
    unique(
      'ports[1].name',
      'must be unique',
      ports({ name: 'a' }, { name: 'a', port: 81 }),
      ports({ name: 'a' }, { name: 'b', port: 81 }),
    ),
    between(1, 65535, 'ports[0].port', ports({ port: 65536, targetPort: 1 }), ports({ port: 65535 })),
    oneOf('ports[0].protocol', PROTOCOLS, ports({ protocol: 'ICMP' }), ports({ protocol: 'UDP' })),
    between(1, 65535, 'ports[0].targetPort', ports({ targetPort: 65536 }), ports({ targetPort: 0 })),
    follows('ports[0].targetPort', portName, ports({ targetPort: 'a--b' }), ports({ targetPort: 'a-b' })),
    follows(
      'ports[0].appProtocol',
      qualifiedName,
      ports({ appProtocol: 'a b' }),
      ports({ appProtocol: 'a/b' }),
    ),
    follows('selector', qualifiedName, spec({ selector: { 'a b': '' } }), spec({ selector: { a: '' } })),
    follows('selector', labelValue, spec({ selector: { a: 'a b' } }), spec({ selector: { a: 'a.b' } })),
    oneOf(
      'sessionAffinity',
      AFFINITIES,
      spec({ sessionAffinity: 'Maybe' }),
      spec({ sessionAffinity: 'ClientIP' }),
    ),
    invalid(
      'sessionAffinityConfig.clientIP.timeoutSeconds',
      'must be at most a day',
      'must be greater than 0 and less than 86400',
      spec({
        sessionAffinity: 'ClientIP',
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 86_401 } },
      }),
      spec({
        sessionAffinity: 'ClientIP',
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 86_400 } },
      }),
    ),
    invalid(
      'externalIPs[0]',
      'must be an IP address',
      NOT_AN_ADDRESS,
      spec({ externalIPs: ['10.1.2.256'] }),
      spec({ externalIPs: ['010.1.2.3'] }),
    ),
    invalid(
      'externalIPs[0]',
      'must be an address of a host',
      'may not be in the loopback range (127.0.0.0/8, ::1/128)',
      spec({ externalIPs: ['::1'] }),
      spec({ externalIPs: ['::2'] }),
    ),
    oneOf('type', SERVICE_TYPES, spec({ type: 'Sideways' }), spec({ type: 'NodePort' })),
    forbidden(
      'ports[0].nodePort',
      'must not be set with type ClusterIP',
      "may not be used when `type` is 'ClusterIP'",
      ports({ nodePort: 30_000 }),
      { type: 'NodePort', ...ports({ nodePort: 30_001 }) },
    ),
    unique(
      'ports[1]',
      'must be unique for its protocol',
      ports({ name: 'a' }, { name: 'b' }),
      ports({ name: 'a' }, { name: 'b', protocol: 'UDP' }),
    ),
    forbidden(
      'LoadBalancerSourceRanges',
      'must not be set with another type than LoadBalancer',
      FOR_LOAD_BALANCERS,
      spec({ loadBalancerSourceRanges: ['::/0'] }),
      balanced({ loadBalancerSourceRanges: ['::/0'] }),
    ),
    invalid(
      'LoadBalancerSourceRanges[0]',
      'must be a CIDR',
      NOT_A_RANGE,
      balanced({ loadBalancerSourceRanges: ['10.0.0.0'] }),
      balanced({ loadBalancerSourceRanges: [' 10.0.0.0/8 '] }),
    ),
    forbidden(
      'allocateLoadBalancerNodePorts',
      'must not be set with another type than LoadBalancer',
      FOR_LOAD_BALANCERS,
      spec({ allocateLoadBalancerNodePorts: false }),
      balanced({ allocateLoadBalancerNodePorts: true }),
    ),
    forbidden(
      'loadBalancerClass',
      'must not be set with another type than LoadBalancer',
      FOR_LOAD_BALANCERS,
      spec({ loadBalancerClass: 'a/b' }),
      balanced({ loadBalancerClass: 'a/c' }),
    ),
    follows(
      'loadBalancerClass',
      qualifiedName,
      balanced({ loadBalancerClass: 'a b' }),
      balanced({ loadBalancerClass: 'a/b' }),
    ),
    invalid(
      'externalTrafficPolicy',
      'must not be set where nothing comes from outside',
      'may only be set for externally-accessible services',
      spec({ externalTrafficPolicy: 'Local' }),
      spec({ externalTrafficPolicy: 'Cluster', externalIPs: ['10.1.2.3'] }),
    ),
    oneOf(
      'externalTrafficPolicy',
      TRAFFIC_POLICIES,
      balanced({ externalTrafficPolicy: 'Far' }),
      balanced({ externalTrafficPolicy: 'Cluster' }),
    ),
    invalid(
      'healthCheckNodePort',
      'is required only for a load balancer with external traffic policy Local',
      "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
      balanced({ healthCheckNodePort: 30_000 }),
      balanced({ externalTrafficPolicy: 'Local', healthCheckNodePort: 30_001 }),
    ),
    oneOf(
      'internalTrafficPolicy',
      TRAFFIC_POLICIES,
      spec({ internalTrafficPolicy: 'Far' }),
      spec({ internalTrafficPolicy: 'Local' }),
    ),
    oneOf(
      'trafficDistribution',
      ['PreferClose'],
      spec({ trafficDistribution: 'PreferFar' }),
      spec({ trafficDistribution: 'PreferClose' }),
    ),
  ],
})

const SOURCE_RANGES = 'service.beta.kubernetes.io/load-balancer-source-ranges'
const HINTS = 'service.kubernetes.io/topology-aware-hints'
const MODE = 'service.kubernetes.io/topology-mode'
const annotated = (annotations: Body, type = 'LoadBalancer') => ({ annotations, type })

export const serviceAnnotationRules = rulesOfObject({
  type: 'Service',
  version: service.storageVersion,
  at: 'metadata',
  object: ({ type, ...metadata }) => ({ metadata, spec: spec({ type }) }),
  examples: [
    invalid(
      `annotations[${MODE}]`,
      'must not contradict the older annotation',
      `must match annotations[${HINTS}] when both are specified`,
      annotated({ [HINTS]: 'Auto', [MODE]: 'Other' }),
      annotated({ [HINTS]: 'Auto', [MODE]: 'Auto' }),
    ),
    forbidden(
      `annotations[${SOURCE_RANGES}]`,
      'must not be set with another type than LoadBalancer',
      FOR_LOAD_BALANCERS,
      annotated({ [SOURCE_RANGES]: '10.0.0.0/8' }, 'NodePort'),
      annotated({ [SOURCE_RANGES]: '10.0.0.0/8' }),
    ),
    invalid(
      `annotations[${SOURCE_RANGES}]`,
      'must list CIDRs',
      NOT_A_RANGE,
      annotated({ [SOURCE_RANGES]: '10.0.0.0/8, 10.0.0.0' }),
      annotated({ [SOURCE_RANGES]: ' 10.0.0.0/8, ::/0 ' }),
    ),
  ],
})
