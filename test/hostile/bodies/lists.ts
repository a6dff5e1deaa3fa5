import { type HostileRequest, hostile, MIB } from '../support/hostile-request.js'

/** Maximum number of items in a body: strings, or objects with one field. */
const STRINGS = 98_000
const OBJECTS = 32_000

const list = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
const ipv4 = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
const ipv6 = (index: number) => `fd00::${(index & 0xffff).toString(16)}`
const range = (index: number) => `10.${(index >> 8) & 255}.${index & 255}.0/24`
const named = (index: number) => ({ name: `n${index}` })

const IN_NAMESPACE = '/api/v1/namespaces/stock'
const POLICIES = '/apis/networking.k8s.io/v1/namespaces/stock/networkpolicies'
const container = { name: 'main', image: 'web:1' }
const ports = [{ port: 80 }]

/** Long lists of every kind. Neither validation nor managed fields may take long. */
const LISTS: readonly (readonly [name: string, expect: number, path: string, body: () => object])[] = [
  [
    '98,000 addresses of a service',
    201,
    `${IN_NAMESPACE}/services`,
    () => ({ spec: { ports, externalIPs: list(STRINGS, ipv4) } }),
  ],
  [
    '98,000 addresses of a service in IPv6',
    201,
    `${IN_NAMESPACE}/services`,
    () => ({ spec: { ports, externalIPs: list(STRINGS, ipv6) } }),
  ],
  [
    '98,000 ranges of addresses',
    201,
    `${IN_NAMESPACE}/services`,
    () => ({ spec: { ports, type: 'LoadBalancer', loadBalancerSourceRanges: list(STRINGS, range) } }),
  ],
  [
    '24,000 ports of a service',
    413,
    `${IN_NAMESPACE}/services`,
    () => ({ spec: { ports: list(24_000, (index) => ({ ...named(index), port: index + 1 })) } }),
  ],
  [
    '32,000 addresses of endpoints',
    201,
    `${IN_NAMESPACE}/endpoints`,
    () => ({ subsets: [{ addresses: list(OBJECTS, (index) => ({ ip: ipv4(index) })), ports }] }),
  ],
  [
    '98,000 ranges that a rule leaves out',
    201,
    POLICIES,
    () => ({
      spec: {
        podSelector: {},
        ingress: [{ from: [{ ipBlock: { cidr: '10.0.0.0/8', except: list(STRINGS, range) } }] }],
      },
    }),
  ],
  [
    '98,000 finalizers',
    413,
    `${IN_NAMESPACE}/configmaps`,
    () => ({ metadata: { name: 'victim', finalizers: list(STRINGS, (index) => `example.com/${index}`) } }),
  ],
  [
    '98,000 ranges of a node',
    413,
    '/api/v1/nodes',
    () => ({ metadata: { name: 'victim' }, spec: { podCIDRs: list(STRINGS, (index) => `n${index}`) } }),
  ],
  [
    '98,000 modes of access',
    422,
    `${IN_NAMESPACE}/persistentvolumeclaims`,
    () => ({
      spec: { accessModes: list(STRINGS, () => 'all'), resources: { requests: { storage: '1' } } },
    }),
  ],
  [
    '32,000 secrets to pull images with',
    413,
    `${IN_NAMESPACE}/pods`,
    () => ({ spec: { containers: [container], imagePullSecrets: list(OBJECTS, named) } }),
  ],
  ['32,000 containers', 413, `${IN_NAMESPACE}/pods`, () => ({ spec: { containers: list(OBJECTS, named) } })],
]

/** Long lists of current kinds, with an owner of each item. */
export const lists: readonly HostileRequest[] = LISTS.map(([name, expect, path, body]) =>
  hostile(name, {
    expect,
    request: () => ({
      method: 'POST',
      path: `${path}?dryRun=All`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ metadata: { name: 'victim' }, ...body() }),
    }),
    responseLimit: 9 * MIB,
  }),
)
