import { event } from '#kinds/core/event/index.js'
import { rulesOfObject, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { qualifiedName, rfc1123Subdomain } from '#meta/formats.js'
import { type Body, fixed, follows, given, invalid } from '#meta/rule-examples.fixture.js'
import type { ServedVersion } from '#registry/kind.js'

const version = event.versions.find(({ group }) => group === 'events.k8s.io') as ServedVersion
const REPORT = {
  eventTime: '2024-03-01T10:00:00.000000Z',
  reportingController: 'example.com/runner',
  reportingInstance: 'runner-1',
  action: 'Starting',
  reason: 'Started',
  type: 'Normal',
  regarding: { namespace: 'other' },
}
const report = (part: Body) => ({ ...REPORT, ...part })
const TIME = '2024-03-01T10:00:01.000000Z'
const SECOND = '2024-03-01T10:00:00Z'
const UNWANTED = 'needs to be unset'
const unset = (field: string, value: unknown) =>
  invalid(field, 'must not be set with a new event', UNWANTED, report({ [field]: value }), report({}))

export const eventRules = rulesOfObject({
  type: 'Event (events.k8s.io)',
  on: 'create',
  version: version,
  at: '',
  object: (body) => body,
  examples: [
    invalid(
      'regarding.namespace',
      'is required, unless the event is in `default` or `kube-system`',
      'does not match event.namespace',
      report({ regarding: {} }),
      report({}),
    ),
    follows(
      'metadata.name',
      rfc1123Subdomain,
      report({ metadata: { name: 'A' } }),
      report({ metadata: { name: 'a' } }),
    ),
    given('eventTime', report({ eventTime: null, regarding: { namespace: 'test' } }), report({})),
    given('reportingController', report({ reportingController: '' }), report({}), ['reportingController']),
    follows(
      'reportingController',
      qualifiedName,
      report({ reportingController: 'a b' }),
      report({ reportingController: 'a.b' }),
    ),
    given('reportingInstance', report({ reportingInstance: '' }), report({})),
    given('action', report({ action: '' }), report({})),
    given('reason', report({ reason: '' }), report({})),
    invalid(
      'type',
      'must be Normal or Warning',
      'has invalid value: Other',
      report({ type: 'Other' }),
      report({ type: 'Warning' }),
    ),
    invalid(
      'series.count',
      'must be at least 2',
      'should be at least 2',
      report({ series: { count: 1, lastObservedTime: TIME } }),
      report({ series: { count: 2, lastObservedTime: TIME } }),
    ),
    given(
      'series.lastObservedTime',
      report({ series: { count: 2 } }),
      report({ series: { count: 2, lastObservedTime: TIME } }),
    ),
    unset('deprecatedFirstTimestamp', '2024-03-01T10:00:00Z'),
    unset('deprecatedLastTimestamp', '2024-03-01T10:00:00Z'),
    unset('deprecatedCount', 1),
    unset('deprecatedSource', { host: 'n1' }),
  ],
})

export const eventChangeRules = rulesOfUpdate({
  type: 'Event (events.k8s.io)',
  version: version,
  at: '',
  before: REPORT,
  object: (body) => body,
  examples: [
    fixed('note', report({ note: 'other' }), report({ series: { count: 2, lastObservedTime: TIME } })),
    fixed('reason', report({ reason: 'Other' }), report({ metadata: { labels: { a: 'b' } } })),
    fixed('regarding', report({ regarding: { namespace: 'test' } }), report({})),
    fixed('type', report({ type: 'Warning' }), report({})),
    fixed('eventTime', report({ eventTime: TIME }), report({})),
    fixed('action', report({ action: 'Stopping' }), report({})),
    fixed('related', report({ related: { name: 'a' } }), report({})),
    fixed('reportingController', report({ reportingController: 'example.com/other' }), report({})),
    fixed('reportingInstance', report({ reportingInstance: 'runner-2' }), report({})),
    fixed('deprecatedSource', report({ deprecatedSource: { host: 'n1' } }), report({})),
    fixed('deprecatedFirstTimestamp', report({ deprecatedFirstTimestamp: SECOND }), report({})),
    fixed('deprecatedLastTimestamp', report({ deprecatedLastTimestamp: SECOND }), report({})),
    fixed('deprecatedCount', report({ deprecatedCount: 1 }), report({})),
  ],
})
