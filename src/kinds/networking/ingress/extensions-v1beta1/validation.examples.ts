import { validateNew } from '#kinds/example-objects.fixture.js'
import { ingress } from '#kinds/networking/ingress/index.js'
import { legacyPortName } from '#kinds/shared/formats.js'
import { FieldErrors } from '#meta/field-errors.js'
import { dns1035Label, dns1123Subdomain, wildcardSubdomain } from '#meta/formats.js'
import {
  type Body,
  between,
  follows,
  given,
  invalid,
  type RuleExample,
  type RuleTable,
} from '#meta/rule-examples.fixture.js'
import { validateIngressStatus } from './validation.js'

const BACKEND = { serviceName: 'web', servicePort: 80 }
const backend = (part: Body) => ({ ...BACKEND, ...part })
const routed = (...paths: Body[]) => ({ rules: [{}, { http: { paths } }] })
const host = (host: string) => ({ rules: [{ host: 'a' }, { host }] })
const path = (path: string) => routed({ backend: BACKEND }, { path, backend: BACKEND })
const tls = (host: string) => ({ backend: BACKEND, tls: [{ hosts: ['a'] }, { hosts: ['a', host] }] })
const NOT_A_NAME = 'must be a DNS name, not an IP address'

const backendExamples = (at: string, within: (backend: Body) => Body): RuleExample[] => [
  given(`${at}.serviceName`, within({}), within(BACKEND)),
  follows(`${at}.serviceName`, dns1035Label, within(backend({ serviceName: '1st' })), within(BACKEND)),
  between(
    1,
    65535,
    `${at}.servicePort`,
    within(backend({ servicePort: 0 })),
    within(backend({ servicePort: 65535 })),
  ),
  follows(
    `${at}.servicePort`,
    legacyPortName,
    within(backend({ servicePort: '80' })),
    within(backend({ servicePort: 'p-80' })),
  ),
]

export const ingressRules: RuleTable = {
  type: 'Ingress',
  at: 'spec',
  validate: (spec) => validateNew(ingress.storageVersion, { spec }),
  examples: [
    invalid(
      '',
      'must have a backend or rules',
      'either `backend` or `rules` must be specified',
      {},
      { rules: [{}] },
    ),
    ...backendExamples('backend', (backend) => ({ backend })),
    invalid('rules[1].host', 'must not be an IP address', NOT_A_NAME, host('10.0.0.1'), host('10.0.0')),
    invalid(
      'rules[1].host',
      'with an asterisk must match the format; then nothing else of the rule is looked at',
      wildcardSubdomain,
      host('*a.example'),
      { rules: [{ host: '*.example', http: {} }] },
    ),
    follows('rules[1].host', dns1123Subdomain, host('a_b'), host('a.b')),
    given('rules[1].http.paths', routed(), routed({ backend: BACKEND })),
    invalid(
      'rules[1].http.paths[1].path',
      'must begin with a slash',
      'must be an absolute path',
      path('a'),
      path('/a'),
    ),
    invalid(
      'rules[1].http.paths[1].path',
      'must be a POSIX extended regular expression',
      'must be a valid regex',
      path('/a('),
      path('/a(b|c)*'),
    ),
    ...backendExamples('rules[1].http.paths[0].backend', (backend) => routed({ backend })),
    invalid(
      'tls[1].hosts[1]',
      'with an asterisk must match the format',
      wildcardSubdomain,
      tls('a.*'),
      tls('*.a'),
    ),
    follows('tls[1].hosts[1]', dns1123Subdomain, tls('a_b'), tls('a.b')),
  ],
}

const entry = (part: Body) => ({ loadBalancer: { ingress: [{}, part] } })

export const ingressStatusRules: RuleTable = {
  type: 'Ingress',
  on: 'status',
  at: 'status',
  validate(status) {
    const errors = new FieldErrors()
    const object = ingress.storageVersion.decode({ status })
    validateIngressStatus(object, object, errors)
    return errors.all
  },
  examples: [
    invalid(
      'loadBalancer.ingress[1].ip',
      'must be an IP address',
      'must be a valid IP address',
      entry({ ip: 'ten.one' }),
      entry({ ip: '::1' }),
    ),
    follows(
      'loadBalancer.ingress[1].hostname',
      dns1123Subdomain,
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
}
