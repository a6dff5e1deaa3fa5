import { validateNew } from '#kinds/example-objects.fixture.js'
import { pathSegment, rfc1123Subdomain } from '#meta/formats.js'
import { type Body, follows, given, type RuleTable } from '#meta/rule-examples.fixture.js'
import { ipAddress } from './index.js'

const parent = (part: Body) => ({ parentRef: { resource: 'services', name: 'web', ...part } })

export const ipAddressRules: RuleTable = {
  type: 'IPAddress',
  at: 'spec',
  validate: (spec) => validateNew(ipAddress.storageVersion, { metadata: { name: '10.0.0.1' }, spec }),
  examples: [
    given('parentRef', {}, parent({})),
    follows('parentRef.group', rfc1123Subdomain, parent({ group: 'A' }), parent({ group: 'a' })),
    given('parentRef.resource', parent({ resource: '' }), parent({})),
    follows('parentRef.resource', pathSegment, parent({ resource: 'a/b' }), parent({ resource: 'a' })),
    given('parentRef.name', parent({ name: '' }), parent({})),
    follows('parentRef.name', pathSegment, parent({ name: '..' }), parent({ name: 'a' })),
    follows('parentRef.namespace', pathSegment, parent({ namespace: 'a%' }), parent({ namespace: 'a' })),
  ],
}
