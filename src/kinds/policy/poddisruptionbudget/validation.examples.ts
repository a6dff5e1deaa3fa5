import { validateNew } from '#kinds/example-objects.fixture.js'
import { percent } from '#kinds/shared/formats.js'
import { FieldErrors } from '#meta/field-errors.js'
import { qualifiedName } from '#meta/formats.js'
import {
  type Body,
  follows,
  invalid,
  notNegative,
  oneOf,
  type RuleTable,
  required,
  unique,
} from '#meta/rule-examples.fixture.js'
import { podDisruptionBudget } from './index.js'

export const budgetRules: RuleTable = {
  type: 'PodDisruptionBudget',
  at: 'spec',
  validate: (spec) => validateNew(podDisruptionBudget.storageVersion, { spec }),
  examples: [
    invalid(
      '',
      'must not have both minAvailable and maxUnavailable',
      'minAvailable and maxUnavailable cannot be both set',
      { minAvailable: 1, maxUnavailable: 1 },
      { minAvailable: 1 },
    ),
    notNegative('minAvailable', { minAvailable: -1 }, { minAvailable: 0 }),
    follows('maxUnavailable', percent, { maxUnavailable: 'many' }, { maxUnavailable: '50%' }),
    invalid(
      'minAvailable',
      'must not be more than 100%',
      'must not be greater than 100%',
      { minAvailable: '101%' },
      { minAvailable: '100%' },
    ),
    oneOf(
      'unhealthyPodEvictionPolicy',
      ['AlwaysAllow', 'IfHealthyBudget'],
      { unhealthyPodEvictionPolicy: 'Odd' },
      { unhealthyPodEvictionPolicy: 'AlwaysAllow' },
    ),
  ],
}

const CONDITION = {
  type: 'A',
  status: 'True',
  lastTransitionTime: '2024-03-01T10:00:00Z',
  reason: 'R',
  message: '',
}
const condition = (part: Body) => ({ conditions: [{ ...CONDITION, ...part }] })

export const budgetStatusRules: RuleTable = {
  type: 'PodDisruptionBudget',
  on: 'status',
  at: 'status',
  validate(status) {
    const { decode, rules } = podDisruptionBudget.storageVersion
    const errors = new FieldErrors()
    const object = decode({ status })
    rules.validateStatusUpdate?.(object, object, errors)
    return errors.all
  },
  examples: [
    notNegative('disruptionsAllowed', { disruptionsAllowed: -1 }, { disruptionsAllowed: 0 }),
    notNegative('currentHealthy', { currentHealthy: -1 }, { currentHealthy: 0 }),
    notNegative('desiredHealthy', { desiredHealthy: -1 }, { desiredHealthy: 0 }),
    notNegative('expectedPods', { expectedPods: -1 }, { expectedPods: 0 }),
    follows('conditions[0].type', qualifiedName, condition({ type: 'a b' }), condition({})),
    unique('conditions[1].type', 'must be unique', { conditions: [CONDITION, CONDITION] }, condition({})),
    oneOf(
      'conditions[0].status',
      ['False', 'True', 'Unknown'],
      condition({ status: 'Maybe' }),
      condition({ status: 'False' }),
    ),
    required(
      'conditions[0].lastTransitionTime',
      'is required',
      'must be set',
      condition({ lastTransitionTime: null }),
      condition({}),
    ),
    required('conditions[0].reason', 'is required', 'must be set', condition({ reason: '' }), condition({})),
  ],
}
