import { rulesOfCreate, rulesOfStatus, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import {
  type Body,
  fixed,
  follows,
  forbidden,
  given,
  invalid,
  notZero,
  oneOf,
  required,
  tooLarge,
  tooMany,
  unique,
} from '#meta/rule-examples.fixture.js'
import { cIdentifier } from './names.js'
import { resourceClaim } from './resourceclaim/index.js'
import { resourceClaimTemplate } from './resourceclaimtemplate/index.js'

const version = resourceClaim.storageVersion
const GPU = { name: 'gpu', exactly: { deviceClassName: 'gpu' } }
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
const claim = (devices: Body): Body => ({ requests: [GPU], ...devices })
const request = (part: Body, more: Body = {}) =>
  claim({ requests: [{ ...GPU, exactly: { ...GPU.exactly, ...part }, ...more }] })
const either = (...firstAvailable: Body[]) => claim({ requests: [{ name: 'gpu', firstAvailable }] })
const sub = (name: string, part: Body = {}) => ({ name, deviceClassName: 'gpu', ...part })
const select = (expression: string) => request({ selectors: [{ cel: { expression } }] })
const constraint = (part: Body) => claim({ constraints: [{ matchAttribute: 'example.com/numa', ...part }] })
const opaque = (part: Body) =>
  claim({ config: [{ opaque: { driver: 'example.com', parameters: {}, ...part } }] })
const CEL = 'requests[0].exactly.selectors[0].cel.expression'
const ONE_OF = 'exactly one of `exactly` or `firstAvailable` is required'
const UNKNOWN =
  "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'"
const IS_ATTRIBUTE = 'a fully qualified name must be a domain and a name separated by a slash'

export const resourceClaimRules = rulesOfCreate({
  type: 'ResourceClaim',
  version,
  at: 'spec.devices',
  object: (devices) => ({ spec: { devices } }),
  examples: [
    tooMany(
      'requests',
      32,
      { requests: times(33, (index) => ({ ...GPU, name: `r${index}` })) },
      { requests: times(32, (index) => ({ ...GPU, name: `r${index}` })) },
    ),
    follows(
      'requests[0].name',
      rfc1123Label,
      { requests: [{ ...GPU, name: 'A' }] },
      { requests: [{ ...GPU, name: 'a' }] },
    ),
    unique(
      'requests[1].name',
      'must be unique',
      { requests: [GPU, GPU] },
      { requests: [GPU, { ...GPU, name: 'b' }] },
    ),
    required(
      'requests[0]',
      'must ask for devices in one way',
      ONE_OF,
      { requests: [{ name: 'gpu' }] },
      claim({}),
    ),
    invalid(
      'requests[0]',
      'must ask for devices in only one way',
      `${ONE_OF}, but multiple fields are set`,
      { requests: [{ ...GPU, firstAvailable: [sub('a')] }] },
      either(sub('a')),
    ),
    given('requests[0].exactly.deviceClassName', request({ deviceClassName: '' }), claim({})),
    follows(
      'requests[0].exactly.deviceClassName',
      rfc1123Subdomain,
      request({ deviceClassName: 'A' }),
      request({ deviceClassName: 'a.b' }),
    ),
    oneOf(
      'requests[0].exactly.allocationMode',
      ['All', 'ExactCount'],
      request({ allocationMode: 'Some' }),
      request({ allocationMode: 'All' }),
    ),
    notZero('requests[0].exactly.count', request({ count: -1 }), request({ count: 2 })),
    invalid(
      'requests[0].exactly.count',
      'must not be given for all devices',
      "must not be specified when allocationMode is 'All'",
      request({ allocationMode: 'All', count: 1 }),
      request({ allocationMode: 'ExactCount', count: 1 }),
    ),
    tooMany(
      'requests[0].firstAvailable',
      8,
      either(...times(9, (index) => sub(`r${index}`))),
      either(...times(8, (index) => sub(`r${index}`))),
    ),
    follows('requests[0].firstAvailable[0].name', rfc1123Label, either(sub('A')), either(sub('a'))),
    unique(
      'requests[0].firstAvailable[1].name',
      'must be unique',
      either(sub('a'), sub('a')),
      either(sub('a'), sub('b')),
    ),
    given(
      'requests[0].firstAvailable[0].deviceClassName',
      either(sub('a', { deviceClassName: '' })),
      either(sub('a')),
    ),
    notZero(
      'requests[0].firstAvailable[0].count',
      either(sub('a', { count: -1 })),
      either(sub('a', { count: 2 })),
    ),
    tooMany(
      'requests[0].exactly.selectors',
      32,
      request({ selectors: times(33, () => ({ cel: { expression: 'true' } })) }),
      request({ selectors: times(32, () => ({ cel: { expression: 'true' } })) }),
    ),
    given('requests[0].exactly.selectors[0].cel', request({ selectors: [{}] }), select('true')),
    tooLarge(CEL, 10 * 1024, select(`"${'x'.repeat(10 * 1024)}" == ""`), select('device.driver == ""')),
    invalid(
      CEL,
      'must be a condition',
      'must evaluate to bool or the unknown type, not string',
      select('device.driver'),
      select('device.attributes["example.com"].isShared'),
    ),
    forbidden(
      CEL,
      'must not be too expensive',
      'too complex, exceeds cost limit',
      select(
        'device.attributes.all(a, device.attributes.all(b, device.attributes.all(c, device.attributes.all(d, true))))',
      ),
      select('cel.bind(a, device.attributes["example.com"], a.model.matches("x.*") && a.version == "1")'),
    ),
    given('constraints[0].matchAttribute', constraint({ matchAttribute: undefined }), constraint({})),
    invalid(
      'constraints[0].matchAttribute',
      'must have a domain',
      IS_ATTRIBUTE,
      constraint({ matchAttribute: 'numa' }),
      constraint({}),
    ),
    follows(
      'constraints[0].matchAttribute',
      cIdentifier,
      constraint({ matchAttribute: 'example.com/a-b' }),
      constraint({ matchAttribute: 'example.com/a_b' }),
    ),
    invalid(
      'constraints[0].requests[0]',
      'must be a request of the claim',
      UNKNOWN,
      constraint({ requests: ['other'] }),
      constraint({ requests: ['gpu'] }),
    ),
    unique(
      'constraints[0].requests[1]',
      'must be unique',
      constraint({ requests: ['gpu', 'gpu'] }),
      constraint({ requests: ['gpu'] }),
    ),
    tooMany(
      'constraints',
      32,
      claim({ constraints: times(33, () => ({ matchAttribute: 'a.b/c' })) }),
      claim({ constraints: times(32, () => ({ matchAttribute: 'a.b/c' })) }),
    ),
    given('config[0].opaque', claim({ config: [{}] }), opaque({})),
    given('config[0].opaque.driver', opaque({ driver: '' }), opaque({}), ['config[0].opaque.driver']),
    given('config[0].opaque.parameters', opaque({ parameters: undefined }), opaque({ parameters: { a: 1 } })),
    invalid(
      'config[0].opaque.parameters',
      'must be an object',
      'must be a valid JSON object',
      opaque({ parameters: [1] }),
      opaque({ parameters: {} }),
    ),
    tooLarge(
      'config[0].opaque.parameters',
      10 * 1024,
      opaque({ parameters: { a: 'x'.repeat(10 * 1024) } }),
      opaque({ parameters: { a: 'x'.repeat(9 * 1024) } }),
    ),
    invalid(
      'config[0].requests[0]',
      'must be a request of the claim',
      UNKNOWN,
      claim({ config: [{ requests: ['a'], opaque: { driver: 'a.b', parameters: {} } }] }),
      claim({ config: [{ requests: ['gpu'], opaque: { driver: 'a.b', parameters: {} } }] }),
    ),
  ],
})

export const resourceClaimChangeRules = rulesOfUpdate({
  type: 'ResourceClaim',
  version,
  at: '',
  before: { spec: { devices: claim({}) } },
  object: (devices) => ({ spec: { devices } }),
  examples: [fixed('spec', request({ count: 2 }), claim({}))],
})

const DEVICE = { driver: 'example.com', pool: 'node-1', device: 'gpu-0' }
const RESULT = { request: 'gpu', ...DEVICE }
const POD = { resource: 'pods', name: 'web', uid: 'a' }
const allocated = (part: Body = {}, more: Body = {}) => ({
  allocation: { devices: { results: [{ ...RESULT, ...part }], ...more } },
})
const using = (...reservedFor: Body[]) => ({ ...allocated(), reservedFor })
const reporting = (part: Body) => ({ ...allocated(), devices: [{ ...DEVICE, ...part }] })
const network = (networkData: Body) => reporting({ networkData })

export const resourceClaimStatusRules = rulesOfStatus({
  type: 'ResourceClaim',
  version,
  at: 'status',
  before: { spec: { devices: claim({}) } },
  object: (status) => status,
  examples: [
    invalid(
      'allocation.devices.results[0].request',
      'must be a request of the claim',
      UNKNOWN,
      allocated({ request: 'other' }),
      allocated(),
    ),
    given('allocation.devices.results[0].driver', allocated({ driver: '' }), allocated(), [
      'allocation.devices.results[0].driver',
    ]),
    given('allocation.devices.results[0].pool', allocated({ pool: '' }), allocated({ pool: 'a/b' })),
    follows(
      'allocation.devices.results[0].pool',
      rfc1123Subdomain,
      allocated({ pool: 'a/B' }),
      allocated({ pool: 'a/b' }),
    ),
    follows(
      'allocation.devices.results[0].device',
      rfc1123Label,
      allocated({ device: 'A' }),
      allocated({ device: 'a' }),
    ),
    oneOf(
      'allocation.devices.config[0].source',
      ['FromClaim', 'FromClass'],
      allocated({}, { config: [{ source: 'Air', opaque: { driver: 'a.b', parameters: {} } }] }),
      allocated({}, { config: [{ source: 'FromClass', opaque: { driver: 'a.b', parameters: {} } }] }),
    ),
    required(
      'allocation.nodeSelector.nodeSelectorTerms',
      'must have a term',
      'must have at least one node selector term',
      { allocation: { nodeSelector: { nodeSelectorTerms: [] } } },
      allocated(),
    ),
    forbidden(
      'reservedFor',
      'needs an allocation',
      'may not be specified when `allocated` is not set',
      { reservedFor: [POD] },
      using(POD),
    ),
    given('reservedFor[0].resource', using({ ...POD, resource: '' }), using(POD)),
    given('reservedFor[0].name', using({ ...POD, name: '' }), using(POD)),
    given('reservedFor[0].uid', using({ ...POD, uid: '' }), using(POD)),
    unique('reservedFor[1].uid', 'must be unique', using(POD, POD), using(POD, { ...POD, uid: 'b' })),
    tooMany(
      'reservedFor',
      256,
      using(...times(257, (index) => ({ ...POD, uid: `${index}` }))),
      using(...times(256, (index) => ({ ...POD, uid: `${index}` }))),
    ),
    invalid(
      'devices[0]',
      'must be an allocated device',
      'must be an allocated device in the claim',
      reporting({ device: 'other' }),
      reporting({}),
    ),
    invalid(
      'devices[0].data',
      'must be an object',
      'must be a valid JSON object',
      reporting({ data: [1] }),
      reporting({ data: { a: 1 } }),
    ),
    tooLarge(
      'devices[0].networkData.interfaceName',
      256,
      network({ interfaceName: 'x'.repeat(257) }),
      network({ interfaceName: 'eth0' }),
    ),
    tooLarge(
      'devices[0].networkData.hardwareAddress',
      128,
      network({ hardwareAddress: 'x'.repeat(129) }),
      network({ hardwareAddress: '00:11' }),
    ),
    invalid(
      'devices[0].networkData.ips[0]',
      'must be an address with the length of its prefix',
      'must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)',
      network({ ips: ['10.9.8.7'] }),
      network({ ips: ['10.9.8.7/24'] }),
    ),
    invalid(
      'devices[0].networkData.ips[0]',
      'must be in canonical form',
      'must be in canonical form ("2001:db8::1/64")',
      network({ ips: ['2001:DB8::1/64'] }),
      network({ ips: ['2001:db8::1/64'] }),
    ),
    unique(
      'devices[0].networkData.ips[1]',
      'must be unique',
      network({ ips: ['10.9.8.7/24', '10.9.8.7/24'] }),
      network({ ips: ['10.9.8.7/24', '10.9.8.8/24'] }),
    ),
  ],
})

export const resourceClaimAllocationRules = rulesOfStatus({
  type: 'ResourceClaim',
  version,
  at: 'status',
  before: { spec: { devices: claim({}) }, status: allocated() },
  object: (status) => status,
  examples: [fixed('allocation', allocated({ device: 'gpu-1' }), {})],
})

const template = (devices: Body, metadata: Body = {}) => ({ metadata, spec: { devices } })

export const resourceClaimTemplateRules = rulesOfCreate({
  type: 'ResourceClaimTemplate',
  version: resourceClaimTemplate.storageVersion,
  at: 'spec',
  object: (spec) => ({ spec }),
  examples: [
    forbidden(
      'metadata.name',
      'cannot be set',
      'cannot be set',
      template(claim({}), { name: 'a' }),
      template(claim({}), { labels: { a: 'b' } }),
    ),
    given(
      'spec.devices.requests[0].exactly.deviceClassName',
      template(request({ deviceClassName: '' })),
      template(claim({})),
    ),
  ],
})

export const resourceClaimTemplateChangeRules = rulesOfUpdate({
  type: 'ResourceClaimTemplate',
  version: resourceClaimTemplate.storageVersion,
  at: '',
  before: { spec: template(claim({})) },
  object: (spec) => ({ spec }),
  examples: [fixed('spec', template(request({ count: 2 })), template(claim({})))],
})
