import { rulesOfObject, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { type Body, fixed, invalid, oneOf, unique } from '#meta/rule-examples.fixture.js'
import { csiDriver } from './index.js'

const version = csiDriver.storageVersion
const tokens = (...tokenRequests: Body[]) => ({ tokenRequests })
const modes = (...volumeLifecycleModes: string[]) => ({ volumeLifecycleModes })

export const driverRules = rulesOfObject({
  type: 'CSIDriver',
  version,
  at: 'spec',
  object: (spec) => ({ spec }),
  examples: [
    oneOf(
      'fsGroupPolicy',
      ['File', 'None', 'ReadWriteOnceWithFSType'],
      { fsGroupPolicy: 'Any' },
      { fsGroupPolicy: 'None' },
    ),
    unique(
      'tokenRequests[1].audience',
      'must be unique',
      tokens({ audience: 'a' }, { audience: 'a', expirationSeconds: 1 }),
      tokens({ audience: 'a' }, { audience: '' }),
    ),
    invalid(
      'tokenRequests[0].expirationSeconds',
      'must be at least 600',
      'may not specify a duration less than 10 minutes',
      tokens({ audience: 'a', expirationSeconds: 599 }),
      tokens({ audience: 'a', expirationSeconds: 600 }),
    ),
    invalid(
      'tokenRequests[0].expirationSeconds',
      'must be at most 4294967296',
      'may not specify a duration larger than 2^32 seconds',
      tokens({ audience: 'a', expirationSeconds: 2 ** 32 + 1 }),
      tokens({ audience: 'a', expirationSeconds: 2 ** 32 }),
    ),
    oneOf(
      'volumeLifecycleModes',
      ['Persistent', 'Ephemeral'],
      modes('Persistent', 'Forever'),
      modes('Persistent', 'Ephemeral'),
    ),
  ],
})

export const driverChangeRules = rulesOfUpdate({
  type: 'CSIDriver',
  version,
  at: 'spec',
  before: { spec: {} },
  object: (spec) => ({ spec }),
  examples: [
    fixed('attachRequired', { attachRequired: false }, { podInfoOnMount: true }),
    fixed('volumeLifecycleModes', modes('Ephemeral'), tokens({ audience: 'a' })),
  ],
})
