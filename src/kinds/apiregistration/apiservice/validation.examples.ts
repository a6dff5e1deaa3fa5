import { rulesOfObject, rulesOfStatus } from '#kinds/example-objects.fixture.js'
import { dns1035Label, pathSegment, rfc1123Subdomain } from '#meta/formats.js'
import {
  type Body,
  follows,
  given,
  invalid,
  oneOf,
  type RuleExample,
  required,
} from '#meta/rule-examples.fixture.js'
import { apiService } from './index.js'

const version = apiService.storageVersion
const PRIORITIES = { groupPriorityMinimum: 1000, versionPriority: 15 }
const LOCAL = { group: 'example.com', version: 'v1', ...PRIORITIES }
const SERVICE = { namespace: 'apis', name: 'boats', port: 443 }
const CA = 'Q0E='

/** The name follows from the spec, so that only one rule is broken. */
const named = (spec: Body) => ({
  metadata: { name: `${spec.version ?? ''}.${spec.group ?? ''}` },
  spec,
})
const service = (part: Body) => ({ service: { ...SERVICE, ...part } })

const upTo = (highest: number, field: string): readonly RuleExample[] => {
  const rule = `must be between 1 and ${highest}`
  const detail = `must be positive and less than ${highest}`
  return [
    invalid(field, rule, detail, { [field]: 0 }, { [field]: 1 }),
    invalid(field, rule, detail, { [field]: highest + 1 }, { [field]: highest }),
  ]
}

export const apiServiceRules = rulesOfObject({
  type: 'APIService',
  version,
  at: 'spec',
  object: (spec) => named({ ...LOCAL, ...spec }),
  examples: [
    required(
      'group',
      'must not be empty, except for version v1',
      'only v1 may have an empty group and it better be legacy kube',
      { group: '', version: 'v2' },
      { group: '' },
    ),
    follows('group', rfc1123Subdomain, { group: 'Example' }, {}),
    follows('version', dns1035Label, { version: '1' }, {}),
    ...upTo(20_000, 'groupPriorityMinimum'),
    ...upTo(1000, 'versionPriority'),
    invalid(
      'caBundle',
      'must not be set without a service',
      'local APIServices may not have a caBundle',
      { caBundle: CA },
      { caBundle: CA, ...service({}) },
    ),
    invalid(
      'insecureSkipTLSVerify',
      'must not be true without a service',
      'local APIServices may not have insecureSkipTLSVerify',
      { insecureSkipTLSVerify: true },
      { insecureSkipTLSVerify: true, ...service({}) },
    ),
    given('service.namespace', service({ namespace: '' }), service({})),
    given('service.name', service({ name: '' }), service({})),
    invalid(
      'service.port',
      'must be between 1 and 65535',
      'port is not valid: must be between 1 and 65535, inclusive',
      service({ port: 65_536 }),
      service({ port: 65_535 }),
    ),
    invalid(
      'insecureSkipTLSVerify',
      'must not be true together with caBundle',
      'may not be true if caBundle is present',
      { insecureSkipTLSVerify: true, caBundle: CA, ...service({}) },
      { insecureSkipTLSVerify: false, caBundle: CA, ...service({}) },
    ),
  ],
})

export const apiServiceNameRules = rulesOfObject({
  type: 'APIService',
  version,
  at: 'metadata',
  object: (metadata) => ({ metadata, spec: LOCAL }),
  examples: [
    follows('name', pathSegment, { name: 'v1%' }, { name: 'v1.example.com' }),
    invalid(
      'name',
      'must be the version and the group',
      'must be `spec.version+"."+spec.group`: "v1.example.com"',
      { name: 'v2.example.com' },
      { name: 'v1.example.com' },
    ),
  ],
})

export const apiServiceStatusRules = rulesOfStatus({
  type: 'APIService',
  version,
  at: 'status',
  object: (status) => status,
  before: named(LOCAL),
  examples: [
    oneOf(
      'conditions[0].status',
      ['True', 'False', 'Unknown'],
      { conditions: [{ type: 'Available', status: 'Maybe' }] },
      { conditions: [{ type: 'Available', status: 'Unknown' }] },
    ),
  ],
})
