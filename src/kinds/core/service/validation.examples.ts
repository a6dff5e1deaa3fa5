import { portName } from '#kinds/shared/formats.js'
import { FieldErrors } from '#meta/field-errors.js'
import { qualifiedName, rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import {
  type Body,
  between,
  follows,
  forbidden,
  given,
  invalid,
  oneOf,
  type RuleTable,
  unique,
} from '#meta/rule-examples.fixture.js'
import { service } from './index.js'
import { alignAddresses } from './inheritance.js'
import {
  AFFINITIES,
  IP_FAMILIES,
  IP_FAMILY_POLICIES,
  PROTOCOLS,
  SERVICE_TYPES,
  TRAFFIC_POLICIES,
} from './schema.js'
import { validateServiceStatus } from './status-rules.js'
import { validateServiceUpdate } from './validation.js'

const PORTS = [{ port: 80 }]
const spec = (part: Body) => ({ ports: PORTS, ...part })
const ports = (...ports: Body[]) => ({ ports: ports.map((port) => ({ port: 80, ...port })) })
const balanced = (part: Body) => spec({ type: 'LoadBalancer', ...part })
const named = (part: Body) => ({ type: 'ExternalName', externalName: 'db.example', ...part })
const addresses = (...clusterIPs: string[]) => spec({ clusterIP: clusterIPs[0], clusterIPs })
const FOR_LOAD_BALANCERS = "may only be used when `type` is 'LoadBalancer'"
const NOT_AN_ADDRESS = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'
const LAST_FAMILIES = { clusterIP: '10.96.0.9', clusterIPs: ['10.96.0.9'] }

export const serviceRules: RuleTable = {
  type: 'Service',
  at: 'spec',
  validate(body) {
    const errors = new FieldErrors()
    const { decode, rules } = service.storageVersion
    const object = decode({ spec: body })
    alignAddresses(object, undefined)
    rules.validate?.(object, errors)
    return errors.all
  },
  examples: [
    given('ports', {}, { clusterIP: 'None' }),
    invalid(
      'ports[0]',
      'must not be that of the agent of nodes behind a load balancer',
      'may not expose port 10250 externally since it is used by kubelet',
      balanced(ports({ port: 10250 })),
      ports({ port: 10250 }),
    ),
    ...['LoadBalancer', 'NodePort'].map((type) =>
      invalid(
        'clusterIPs[0]',
        `must be an address with type ${type}`,
        `may not be set to 'None' for ${type} services`,
        spec({ type, clusterIP: 'None' }),
        spec({ type }),
      ),
    ),
    forbidden(
      'clusterIPs',
      'must not be set with type ExternalName',
      'may not be set for ExternalName services',
      named({ clusterIP: '10.96.0.9' }),
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
      'clusterIPs',
      'must begin with clusterIP',
      'first value must match `clusterIP`',
      spec({ clusterIP: '10.96.0.9', clusterIPs: ['10.96.0.8'] }),
      spec(LAST_FAMILIES),
    ),
    invalid(
      'clusterIPs',
      'must not be set without clusterIP',
      'must be empty when `clusterIP` is not specified',
      spec({ clusterIPs: ['10.96.0.9'] }),
      spec(LAST_FAMILIES),
    ),
    invalid(
      'clusterIPs',
      'must be None alone',
      "'None' must be the first and only value",
      addresses('None', '10.96.0.9'),
      addresses('None'),
    ),
    invalid(
      'clusterIPs[0]',
      'must be an IP address',
      NOT_AN_ADDRESS,
      addresses('ten'),
      addresses('10.96.0.9'),
    ),
    invalid(
      'clusterIPs',
      'must be at most two',
      'may only hold up to 2 values',
      addresses('10.96.0.9', '::1', '::2'),
      addresses('10.96.0.9', '::1'),
    ),
    invalid(
      'clusterIPs',
      'must be of different families',
      'may specify no more than one IP for each IP family',
      addresses('10.96.0.9', '10.96.0.8'),
      addresses('10.96.0.9', '::1'),
    ),
    invalid(
      'clusterIPs[0]',
      'must be of the family that is named for it',
      'expected an IPv6 value as indicated by `ipFamilies[0]`',
      spec({ ...LAST_FAMILIES, ipFamilies: ['IPv6'] }),
      spec({ ...LAST_FAMILIES, ipFamilies: ['IPv4'] }),
    ),
    oneOf('ipFamilies[0]', IP_FAMILIES, spec({ ipFamilies: ['IPv5'] }), spec({ ipFamilies: ['IPv6'] })),
    unique(
      'ipFamilies[1]',
      'must be unique',
      spec({ ipFamilies: ['IPv4', 'IPv4'] }),
      spec({ ipFamilies: ['IPv4', 'IPv6'] }),
    ),
    oneOf(
      'ipFamilyPolicy',
      IP_FAMILY_POLICIES,
      spec({ ipFamilyPolicy: 'Any' }),
      spec({ ipFamilyPolicy: 'SingleStack' }),
    ),
    invalid(
      'externalIPs[0]',
      'must be an IP address',
      NOT_AN_ADDRESS,
      spec({ externalIPs: ['here'] }),
      spec({ externalIPs: ['10.1.2.3'] }),
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
      { type: 'NodePort', ...ports({ nodePort: 30_000 }) },
    ),
    unique(
      'ports[1].nodePort',
      'must be unique for its protocol',
      {
        type: 'NodePort',
        ...ports({ name: 'a', nodePort: 30_000 }, { name: 'b', port: 81, nodePort: 30_000 }),
      },
      {
        type: 'NodePort',
        ...ports({ name: 'a', nodePort: 30_000 }, { name: 'b', protocol: 'UDP', nodePort: 30_000 }),
      },
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
      'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
      balanced({ loadBalancerSourceRanges: ['10.0.0.0'] }),
      balanced({ loadBalancerSourceRanges: [' 10.0.0.0/8 '] }),
    ),
    forbidden(
      'allocateLoadBalancerNodePorts',
      'must not be set with another type than LoadBalancer',
      FOR_LOAD_BALANCERS,
      spec({ allocateLoadBalancerNodePorts: false }),
      balanced({ allocateLoadBalancerNodePorts: false }),
    ),
    forbidden(
      'loadBalancerClass',
      'must not be set with another type than LoadBalancer',
      FOR_LOAD_BALANCERS,
      spec({ loadBalancerClass: 'a/b' }),
      balanced({ loadBalancerClass: 'a/b' }),
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
      spec({ externalTrafficPolicy: 'Local', externalIPs: ['10.1.2.3'] }),
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
      balanced({ externalTrafficPolicy: 'Local', healthCheckNodePort: 30_000 }),
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
}

const change = (before: Body, after: Body) => ({ before, after })
const CLASS = balanced({ loadBalancerClass: 'a' })

export const serviceChangeRules: RuleTable = {
  type: 'Service',
  on: 'change',
  at: 'spec',
  validate({ before, after }) {
    const errors = new FieldErrors()
    const { decode } = service.storageVersion
    validateServiceUpdate(decode({ spec: after }), decode({ spec: before }), errors)
    return errors.all
  },
  examples: [
    invalid(
      'clusterIPs[0]',
      'is immutable',
      'may not change once set',
      change(addresses('10.96.0.9'), addresses('10.96.0.8')),
      change(addresses('10.96.0.9'), named({})),
    ),
    invalid(
      'clusterIPs[0]',
      'must not be removed',
      'primary clusterIP can not be unset',
      change(addresses('10.96.0.9'), spec({})),
      change(addresses('10.96.0.9', '::1'), addresses('10.96.0.9')),
    ),
    invalid(
      'ipFamilies[0]',
      'is immutable',
      'may not change once set',
      change(spec({ ipFamilies: ['IPv4'] }), spec({ ipFamilies: ['IPv6'] })),
      change(spec({ ipFamilies: ['IPv4'] }), spec({ ipFamilies: ['IPv4', 'IPv6'] })),
    ),
    invalid(
      'loadBalancerClass',
      'is immutable',
      'may not change once set',
      change(CLASS, balanced({ loadBalancerClass: 'b' })),
      change(CLASS, spec({})),
    ),
  ],
}

const entry = (part: Body) => ({ loadBalancer: { ingress: [{ ...part }] } })

export const serviceStatusRules: RuleTable = {
  type: 'Service',
  on: 'status',
  at: 'status',
  validate({ type = 'LoadBalancer', ...status }) {
    const errors = new FieldErrors()
    const object = service.storageVersion.decode({ spec: { type }, status })
    validateServiceStatus(object, object, errors)
    return errors.all
  },
  examples: [
    forbidden(
      'loadBalancer.ingress',
      'must be empty with another type than LoadBalancer',
      "may only be used when `spec.type` is 'LoadBalancer'",
      { type: 'NodePort', ...entry({ ip: '10.1.2.3' }) },
      entry({ ip: '10.1.2.3' }),
    ),
    invalid(
      'loadBalancer.ingress[0].ip',
      'must be an IP address',
      NOT_AN_ADDRESS,
      entry({ ip: 'here' }),
      entry({ ip: '::1' }),
    ),
    forbidden(
      'loadBalancer.ingress[0].ipMode',
      'must not be set without an address',
      'may not be specified when `ip` is not set',
      entry({ ipMode: 'VIP' }),
      entry({ hostname: 'a' }),
    ),
    oneOf(
      'loadBalancer.ingress[0].ipMode',
      ['Proxy', 'VIP'],
      entry({ ip: '::1', ipMode: 'Magic' }),
      entry({ ip: '::1', ipMode: 'Proxy' }),
    ),
    follows(
      'loadBalancer.ingress[0].hostname',
      rfc1123Subdomain,
      entry({ hostname: 'A' }),
      entry({ hostname: 'a' }),
    ),
    invalid(
      'loadBalancer.ingress[0].hostname',
      'must not be an IP address',
      'must be a DNS name, not an IP address',
      entry({ hostname: '10.0.0.1' }),
      entry({ hostname: '10.0.0' }),
    ),
  ],
}
