import { validateNew } from '#kinds/example-objects.fixture.js'
import { FieldErrors } from '#meta/field-errors.js'
import { fixed, forbidden, oneOf, type RuleTable } from '#meta/rule-examples.fixture.js'
import { priorityClass } from './index.js'

const named = (name: string, value: number) => ({ metadata: { name }, value })
const RESERVED = "priority class names with 'system-' prefix are reserved for system use only. error:"

export const priorityClassRules: RuleTable = {
  type: 'PriorityClass',
  at: '',
  validate: (body) => validateNew(priorityClass.storageVersion, body),
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
      'value',
      'must not be more than 1000000000',
      'maximum allowed value of a user defined priority is 1000000000',
      named('x', 1_000_000_001),
      named('x', 1_000_000_000),
    ),
    oneOf(
      'preemptionPolicy',
      ['PreemptLowerPriority', 'Never'],
      { preemptionPolicy: 'Odd' },
      { preemptionPolicy: 'Never' },
    ),
  ],
}

export const priorityClassChangeRules: RuleTable = {
  type: 'PriorityClass',
  on: 'change',
  at: '',
  validate(body) {
    const { decode, rules } = priorityClass.storageVersion
    const errors = new FieldErrors()
    rules.validateUpdate?.(decode({ value: 1, ...body }), decode({ value: 1 }), errors)
    return errors.all
  },
  examples: [
    forbidden('value', 'is immutable', 'may not be changed in an update.', { value: 2 }, { value: 1 }),
    fixed('preemptionPolicy', { preemptionPolicy: 'Never' }, { preemptionPolicy: 'PreemptLowerPriority' }),
  ],
}
