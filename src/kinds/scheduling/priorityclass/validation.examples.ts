import { rulesOfCreate, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { fixed, forbidden, given, oneOf } from '#meta/rule-examples.fixture.js'
import { priorityClass } from './index.js'

const version = priorityClass.storageVersion
const named = (name: string, value: number) => ({ metadata: { name }, value })
const RESERVED = "priority class names with 'system-' prefix are reserved for system use only. error:"

export const priorityClassRules = rulesOfCreate({
  type: 'PriorityClass',
  version,
  at: '',
  object: (body) => body,
  examples: [
    forbidden(
      'metadata.name',
      'must not begin with system-',
      `${RESERVED} system-x is not a known system priority class`,
      named('system-x', 1),
      named('x-system', 1),
    ),
    forbidden(
      'metadata.name',
      'of the system goes with the value of the system',
      `${RESERVED} value of system-node-critical PriorityClass must be 2000001000`,
      named('system-node-critical', 1),
      named('system-node-critical', 2_000_001_000),
    ),
    forbidden(
      'metadata.name',
      'of the system is not that of the default class',
      `${RESERVED} globalDefault of system-node-critical PriorityClass must be false`,
      { ...named('system-node-critical', 2_000_001_000), globalDefault: true },
      named('system-node-critical', 2_000_001_000),
    ),
    forbidden(
      'value',
      'must not be more than 1000000000',
      'maximum allowed value of a user defined priority is 1000000000',
      named('x', 1_000_000_001),
      named('x', 1_000_000_000),
    ),
    given('preemptionPolicy', { preemptionPolicy: '' }, {}),
    oneOf(
      'preemptionPolicy',
      ['PreemptLowerPriority', 'Never'],
      { preemptionPolicy: 'Odd' },
      { preemptionPolicy: 'Never' },
    ),
  ],
})

export const priorityClassChangeRules = rulesOfUpdate({
  type: 'PriorityClass',
  version,
  at: '',
  before: { value: 1 },
  object: (body) => ({ value: 1, ...body }),
  examples: [
    forbidden('value', 'is immutable', 'may not be changed in an update.', { value: 2 }, { value: 1 }),
    fixed('preemptionPolicy', { preemptionPolicy: 'Never' }, { preemptionPolicy: 'PreemptLowerPriority' }),
  ],
})
