import { validateNew } from '#kinds/example-objects.fixture.js'
import { qualifiedName } from '#meta/formats.js'
import {
  follows,
  forbidden,
  invalid,
  notNegative,
  oneOf,
  type RuleTable,
} from '#meta/rule-examples.fixture.js'
import { lease } from './index.js'

export const leaseRules: RuleTable = {
  type: 'Lease',
  at: 'spec',
  validate: (spec) => validateNew(lease.storageVersion, { spec }),
  examples: [
    invalid(
      'leaseDurationSeconds',
      'must be greater than zero',
      'must be greater than 0',
      { leaseDurationSeconds: 0 },
      { leaseDurationSeconds: 1 },
    ),
    notNegative('leaseTransitions', { leaseTransitions: -1 }, { leaseTransitions: 0 }),
    oneOf(
      'strategy',
      ['OldestEmulationVersion'],
      { strategy: 'Newest' },
      { strategy: 'OldestEmulationVersion' },
    ),
    follows('strategy', qualifiedName, { strategy: 'example.com/' }, { strategy: 'example.com/newest' }),
    forbidden(
      'preferredHolder',
      'must not be set without a strategy',
      'may only be specified if `strategy` is defined',
      { preferredHolder: 'one' },
      { preferredHolder: 'one', strategy: 'example.com/newest' },
    ),
  ],
}
