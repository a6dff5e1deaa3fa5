import { rulesOfObject } from '#kinds/example-objects.fixture.js'
import { invalid, notNegative } from '#meta/rule-examples.fixture.js'
import { lease } from './index.js'

export const leaseRules = rulesOfObject({
  type: 'Lease',
  version: lease.storageVersion,
  at: 'spec',
  object: (spec) => ({ spec }),
  examples: [
    invalid(
      'leaseDurationSeconds',
      'must be greater than zero',
      'must be greater than 0',
      { leaseDurationSeconds: 0 },
      { leaseDurationSeconds: 1 },
    ),
    notNegative('leaseTransitions', { leaseTransitions: -1 }, { leaseTransitions: 0 }),
  ],
})
