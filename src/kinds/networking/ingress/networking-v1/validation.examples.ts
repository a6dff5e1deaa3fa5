import { rulesOfCreate, rulesOfObject, rulesOfStatus } from '#kinds/example-objects.fixture.js'
import { ingress } from '#kinds/networking/ingress/index.js'
import { portName } from '#kinds/shared/formats.js'
import { dns1035Label, pathSegment, rfc1123Subdomain, wildcardSubdomain } from '#meta/formats.js'
import {
  type Body,
  between,
  follows,
  given,
  invalid,
  oneOf,
  type RuleExample,
  required,
} from '#meta/rule-examples.fixture.js'
import type { ServedVersion } from '#registry/kind.js'
import { PATH_TYPES } from './schema.js'

const version = ingress.versions.find(({ group }) => group === 'networking.k8s.io') as ServedVersion

const SERVICE = { name: 'web', port: { number: 80 } }
const BACKEND = { service: SERVICE }
const RESOURCE = { apiGroup: 'example.com', kind: 'Bucket', name: 'files' }
const routed = (...paths: Body[]) => ({ rules: [{ http: { paths } }] })
const path = (part: Body) => routed({ path: '/', pathType: 'Prefix', backend: BACKEND, ...part })
const host = (host: string) => ({ rules: [{}, { host }] })
const tls = (part: Body) => ({ defaultBackend: BACKEND, tls: [{}, part] })
const service = (part: Body) => ({ service: { ...SERVICE, ...part } })
const resource = (part: Body) => ({ resource: { ...RESOURCE, ...part } })
const NOT_A_NAME = 'must be a DNS name, not an IP address'

const backendExamples = (at: string, within: (backend: Body) => Body): RuleExample[] => [
  invalid(
    at,
    'must be a service or a resource',
    'resource or service backend is required',
    within({}),
    within(BACKEND),
  ),
  invalid(
    at,
    'must not be both',
    'cannot set both resource and service backends',
    within({ ...BACKEND, resource: RESOURCE }),
    within({ resource: RESOURCE }),
  ),
  given(`${at}.service.name`, within(service({ name: '' })), within(BACKEND)),
  follows(`${at}.service.name`, dns1035Label, within(service({ name: '1st' })), within(BACKEND)),
  required(
    at,
    'must name a port of the service',
    'port name or number is required',
    within(service({ port: {} })),
    within(BACKEND),
  ),
  invalid(
    at,
    'must not name a port twice',
    'cannot set both port name & port number',
    within(service({ port: { name: 'http', number: 80 } })),
    within(service({ port: { name: 'http' } })),
  ),
  follows(
    `${at}.service.port.name`,
    portName,
    within(service({ port: { name: '80' } })),
    within(service({ port: { name: 'p-80' } })),
  ),
  between(
    1,
    65535,
    `${at}.service.port.number`,
    within(service({ port: { number: 65536 } })),
    within(service({ port: { number: 65535 } })),
  ),
  follows(
    `${at}.resource.apiGroup`,
    rfc1123Subdomain,
    within(resource({ apiGroup: 'A_b' })),
    within(resource({ apiGroup: 'a.b' })),
  ),
  required(
    `${at}.resource.kind`,
    'is required',
    'kind is required',
    within(resource({ kind: '' })),
    within(resource({})),
  ),
  follows(
    `${at}.resource.kind`,
    pathSegment,
    within(resource({ kind: 'a/b' })),
    within(resource({ kind: 'a' })),
  ),
  follows(
    `${at}.resource.name`,
    pathSegment,
    within(resource({ name: '..' })),
    within(resource({ name: 'a' })),
  ),
  required(
    `${at}.resource.name`,
    'is required',
    'name is required',
    within(resource({ name: '' })),
    within(resource({})),
  ),
]

const AMBIGUOUS = ['//', '/./', '/../', '%2f', '%2F']

export const networkingIngressRules = rulesOfObject({
  type: 'Ingress of networking.k8s.io/v1',
  version,
  at: 'spec',
  object: (spec) => ({ spec }),
  examples: [
    invalid(
      '',
      'must have a default backend or rules',
      'either `defaultBackend` or `rules` must be specified',
      {},
      { rules: [{}] },
    ),
    ...backendExamples('defaultBackend', (defaultBackend) => ({ defaultBackend })),
    invalid('rules[1].host', 'must not be an IP address', NOT_A_NAME, host('10.0.0.1'), host('10.0.0')),
    invalid(
      'rules[1].host',
      'with an asterisk must match the format',
      wildcardSubdomain,
      host('*a.example'),
      host('*.example'),
    ),
    follows('rules[1].host', rfc1123Subdomain, host('a_b'), host('a.b')),
    given('rules[0].http.paths', routed(), path({})),
    required(
      'rules[0].http.paths[0].pathType',
      'is required',
      'pathType must be specified',
      path({ pathType: null }),
      path({}),
    ),
    oneOf(
      'rules[0].http.paths[0].pathType',
      PATH_TYPES,
      path({ pathType: 'Regex' }),
      path({ pathType: 'Exact' }),
    ),
    ...PATH_TYPES.map((pathType) =>
      invalid(
        'rules[0].http.paths[0].path',
        `must begin with a slash, with path type ${pathType}`,
        'must be an absolute path',
        path({ path: 'a', pathType }),
        path({ path: '/a', pathType }),
      ),
    ),
    ...AMBIGUOUS.map((part) =>
      invalid(
        'rules[0].http.paths[0].path',
        `must not contain ${part} unless it is compared by the controller`,
        `must not contain '${part}'`,
        path({ path: `/a${part}b` }),
        path({ path: `/a${part}b`, pathType: 'ImplementationSpecific' }),
      ),
    ),
    ...['/..', '/.'].map((end) =>
      invalid(
        'rules[0].http.paths[0].path',
        `must not end with ${end} unless it is compared by the controller`,
        `cannot end with '${end}'`,
        path({ path: `/a${end}` }),
        path({ path: `/a${end}`, pathType: 'ImplementationSpecific' }),
      ),
    ),
    ...backendExamples('rules[0].http.paths[0].backend', (backend) => path({ backend })),
    invalid(
      'tls[1].hosts[0]',
      'with an asterisk must match the format',
      wildcardSubdomain,
      tls({ hosts: ['*'] }),
      tls({ hosts: ['*.a'] }),
    ),
    follows('tls[1].hosts[0]', rfc1123Subdomain, tls({ hosts: ['a_b'] }), tls({ hosts: ['a.b'] })),
    follows('tls[1].secretName', rfc1123Subdomain, tls({ secretName: 'a_b' }), tls({ secretName: 'a.b' })),
    follows(
      'ingressClassName',
      rfc1123Subdomain,
      { rules: [{}], ingressClassName: 'A' },
      { rules: [{}], ingressClassName: 'a' },
    ),
  ],
})

const annotated = (name: string) => ({ metadata: { annotations: { 'kubernetes.io/ingress.class': name } } })

export const ingressClassNameRules = rulesOfCreate({
  type: 'new Ingress of networking.k8s.io/v1',
  version,
  at: '',
  object: (body) => ({ spec: { rules: [{}], ingressClassName: 'a' }, ...body }),
  examples: [
    invalid(
      'annotations.kubernetes.io/ingress.class',
      'must be the class of the spec, where that has one',
      'must match `ingressClassName` when both are specified',
      annotated('b'),
      annotated('a'),
    ),
  ],
})

const entry = (part: Body) => ({ loadBalancer: { ingress: [{}, part] } })

export const networkingIngressStatusRules = rulesOfStatus({
  type: 'Ingress of networking.k8s.io/v1',
  version,
  at: 'status',
  before: { spec: { rules: [{}] } },
  object: (status) => status,
  examples: [
    invalid(
      'loadBalancer.ingress[1].ip',
      'must be an IP address',
      'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      entry({ ip: 'ten.one' }),
      entry({ ip: '::1' }),
    ),
    follows(
      'loadBalancer.ingress[1].hostname',
      rfc1123Subdomain,
      entry({ hostname: 'a_b' }),
      entry({ hostname: 'a.b' }),
    ),
    invalid(
      'loadBalancer.ingress[1].hostname',
      'must not be an IP address',
      NOT_A_NAME,
      entry({ hostname: '10.0.0.1' }),
      entry({ hostname: '10.0.0' }),
    ),
  ],
})
