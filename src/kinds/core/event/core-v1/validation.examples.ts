import { event } from '#kinds/core/event/index.js'
import { rulesOfObject } from '#kinds/example-objects.fixture.js'
import { qualifiedName } from '#meta/formats.js'
import { type Body, follows, given, invalid } from '#meta/rule-examples.fixture.js'

const AT_HOME = { involvedObject: { namespace: 'test' } }
const newer = (part: Body) => ({
  ...AT_HOME,
  eventTime: '2024-03-01T10:00:00.000000Z',
  reportingComponent: 'example.com/runner',
  reportingInstance: 'runner-1',
  action: 'Starting',
  reason: 'Started',
  ...part,
})
const long = (limit: number) => `can have at most ${limit} characters`

export const coreEventRules = rulesOfObject({
  type: 'Event',
  version: event.storageVersion,
  at: '',
  object: (body) => body,
  examples: [
    invalid(
      'involvedObject.namespace',
      'must be that of the event; an event in `default` may be about an object of no namespace',
      'does not match event.namespace',
      { involvedObject: { namespace: 'other' } },
      AT_HOME,
    ),
    given('reportingComponent', newer({ reportingComponent: '' }), newer({}), ['reportingComponent']),
    follows(
      'reportingComponent',
      qualifiedName,
      newer({ reportingComponent: 'a b' }),
      newer({ reportingComponent: 'a.b' }),
    ),
    given('reportingInstance', newer({ reportingInstance: '' }), newer({})),
    invalid(
      'reportingInstance',
      'must be within the length limit',
      long(128),
      newer({ reportingInstance: 'x'.repeat(129) }),
      newer({ reportingInstance: 'x'.repeat(128) }),
    ),
    given('action', newer({ action: '' }), newer({})),
    invalid(
      'action',
      'must be within the length limit',
      long(128),
      newer({ action: 'x'.repeat(129) }),
      newer({ action: 'x'.repeat(128) }),
    ),
    given('reason', newer({ reason: '' }), AT_HOME),
    invalid(
      'reason',
      'must be within the length limit',
      long(128),
      newer({ reason: 'x'.repeat(129) }),
      newer({ reason: 'x'.repeat(128) }),
    ),
    invalid(
      'message',
      'must be within the length limit',
      long(1024),
      newer({ message: 'x'.repeat(1025) }),
      newer({ message: 'x'.repeat(1024) }),
    ),
  ],
})
