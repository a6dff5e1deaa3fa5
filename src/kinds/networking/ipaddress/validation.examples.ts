import { rulesOfCreate, rulesOfObject, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { pathSegment, rfc1123Subdomain } from '#meta/formats.js'
import { type Body, fixed, follows, given, invalid } from '#meta/rule-examples.fixture.js'
import { ipAddress } from './index.js'

const version = ipAddress.storageVersion
const named = (spec: Body) => ({ metadata: { name: '10.0.0.1' }, spec })
const parent = (part: Body) => ({ parentRef: { resource: 'services', name: 'web', ...part } })

export const ipAddressRules = rulesOfObject({
  type: 'IPAddress',
  version,
  at: 'spec',
  object: named,
  examples: [
    given('parentRef', {}, parent({})),
    follows('parentRef.group', rfc1123Subdomain, parent({ group: 'A' }), parent({ group: 'a' })),
    given('parentRef.resource', parent({ resource: '' }), parent({})),
    follows('parentRef.resource', pathSegment, parent({ resource: 'a/b' }), parent({ resource: 'a' })),
    given('parentRef.name', parent({ name: '' }), parent({})),
    follows('parentRef.name', pathSegment, parent({ name: '..' }), parent({ name: 'a' })),
    follows('parentRef.namespace', pathSegment, parent({ namespace: 'a%' }), parent({ namespace: 'a' })),
  ],
})

export const ipAddressNameRules = rulesOfCreate({
  type: 'IPAddress',
  version,
  at: 'metadata',
  object: (metadata) => ({ metadata, spec: parent({}) }),
  examples: [
    invalid(
      'name',
      'must be an IP address',
      'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      { name: 'web' },
      { name: '10.0.0.1' },
    ),
    invalid(
      'name',
      'must be in canonical form',
      'must be in canonical form ("2001:db8::1")',
      { name: '2001:DB8::1' },
      { name: '2001:db8::1' },
    ),
    invalid(
      'name',
      'must have no leading zeros',
      'must not have leading 0s',
      { name: '10.0.0.01' },
      { name: '10.0.0.1' },
    ),
  ],
})

export const ipAddressChangeRules = rulesOfUpdate({
  type: 'IPAddress',
  version,
  at: 'spec',
  before: named(parent({})),
  object: named,
  examples: [fixed('parentRef', parent({ name: 'other' }), parent({}))],
})
