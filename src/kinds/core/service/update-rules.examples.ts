import { rulesOfStatus, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import {
  type Body,
  between,
  follows,
  forbidden,
  invalid,
  oneOf,
  unique,
} from '#meta/rule-examples.fixture.js'
import { service } from './index.js'

const PORTS = [{ port: 80 }]
const spec = (part: Body) => ({ ports: PORTS, ...part })
const balanced = (part: Body) => spec({ type: 'LoadBalancer', ...part })
const named = (part: Body) => ({ type: 'ExternalName', externalName: 'db.example', ...part })
const at = (clusterIP: string) => spec({ clusterIP, clusterIPs: [clusterIP] })
const headless = spec({ clusterIP: 'None', clusterIPs: ['None'], selector: { app: 'web' } })
const local = (healthCheckNodePort?: number) =>
  balanced({ externalTrafficPolicy: 'Local', healthCheckNodePort })
const onNodes = (...protocols: string[]) =>
  spec({
    type: 'NodePort',
    ports: protocols.map((protocol, index) => ({
      name: `p${index}`,
      port: 80 + index,
      protocol,
      nodePort: 30_002,
    })),
  })
const change = (before: Body, after: Body) => ({ before, after })
const CLASS = balanced({ loadBalancerClass: 'a' })

export const serviceChangeRules = rulesOfUpdate({
  type: 'Service',
  version: service.storageVersion,
  at: 'spec',
  before: ({ before }) => ({ spec: before }),
  object: ({ after }) => ({ spec: after }),
  examples: [
    invalid(
      'clusterIPs[0]',
      'is immutable',
      'may not change once set',
      change(at('10.96.0.9'), at('10.96.0.8')),
      change(at('10.96.0.9'), named({})),
    ),
    invalid(
      'clusterIPs[0]',
      'must not become None, nor None an address',
      'may not change once set',
      change(at('10.96.0.9'), headless),
      change(headless, headless),
    ),
    invalid(
      'clusterIPs[0]',
      'must not be removed',
      'primary clusterIP can not be unset',
      change(at('10.96.0.9'), spec({ type: 'Other' })),
      change(at('10.96.0.9'), spec({ type: 'NodePort' })),
      ['type'],
    ),
    invalid(
      'loadBalancerClass',
      'is immutable',
      'may not change once set',
      change(CLASS, balanced({ loadBalancerClass: 'b' })),
      change(CLASS, spec({})),
    ),
    forbidden(
      'healthCheckNodePort',
      'is immutable',
      'field is immutable',
      change(local(30_003), local(30_004)),
      change(local(30_003), local()),
    ),
    between(
      1,
      65535,
      'healthCheckNodePort',
      change(local(30_003), local(70_000)),
      change(local(30_003), local(30_003)),
      ['healthCheckNodePort'],
    ),
    unique(
      'ports[1].nodePort',
      'must be unique for its protocol',
      change(onNodes('TCP'), onNodes('TCP', 'TCP')),
      change(onNodes('TCP'), onNodes('TCP', 'UDP')),
    ),
  ],
})

const entry = (part: Body) => ({ loadBalancer: { ingress: [{ ...part }] } })

export const serviceStatusRules = rulesOfStatus({
  type: 'Service',
  version: service.storageVersion,
  at: 'status',
  before: ({ type = 'LoadBalancer' }) => ({ spec: spec({ type }) }),
  object: ({ type, ...status }) => status,
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
      'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
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
      entry({ hostname: '010.0.0.1' }),
      entry({ hostname: '10.0.0' }),
    ),
  ],
})
