import { rulesOfCreate, rulesOfObject, rulesOfStatus } from '#kinds/example-objects.fixture.js'
import { percent } from '#kinds/shared/formats.js'
import { reasonFormat } from '#meta/condition.js'
import { pathSegment, qualifiedName } from '#meta/formats.js'
import { labelSelectorExamples } from '#meta/label-selector-rules.examples.js'
import {
  type Body,
  follows,
  invalid,
  notNegative,
  oneOf,
  type RuleExample,
  required,
  tooLarge,
  unique,
} from '#meta/rule-examples.fixture.js'
import { podDisruptionBudget } from './index.js'

const version = podDisruptionBudget.storageVersion

/** The rules on every selector, at that of a budget. */
export const labelSelectorRules = rulesOfObject({
  type: 'LabelSelector',
  version,
  at: 'spec.selector',
  object: (selector) => ({ spec: { selector } }),
  examples: labelSelectorExamples,
})

/** No object is named after a budget, so its name may have capital letters. */
export const budgetNameRules = rulesOfCreate({
  type: 'PodDisruptionBudget',
  version,
  at: 'metadata',
  object: (metadata) => ({ metadata, spec: {} }),
  examples: [follows('name', pathSegment, { name: 'a%b' }, { name: 'A_b' })],
})

const limitExamples = (field: string): RuleExample[] => [
  notNegative(field, { [field]: -1 }, { [field]: 0 }),
  follows(field, percent, { [field]: 'many' }, { [field]: '50%' }),
  invalid(
    field,
    'must not be more than 100%',
    'must not be greater than 100%',
    { [field]: '101%' },
    { [field]: '100%' },
  ),
]

export const budgetRules = rulesOfObject({
  type: 'PodDisruptionBudget',
  version,
  at: 'spec',
  object: (spec) => ({ spec }),
  examples: [
    invalid(
      '',
      'must not have both minAvailable and maxUnavailable',
      'minAvailable and maxUnavailable cannot be both set',
      { minAvailable: 1, maxUnavailable: 1 },
      { minAvailable: 1 },
    ),
    ...limitExamples('minAvailable'),
    ...limitExamples('maxUnavailable'),
    oneOf(
      'unhealthyPodEvictionPolicy',
      ['AlwaysAllow', 'IfHealthyBudget'],
      { unhealthyPodEvictionPolicy: 'Odd' },
      { unhealthyPodEvictionPolicy: 'AlwaysAllow' },
    ),
  ],
})

const CONDITION = {
  type: 'A',
  status: 'True',
  lastTransitionTime: '2024-03-01T10:00:00Z',
  reason: 'R',
  message: '',
}
const condition = (part: Body) => ({ conditions: [{ ...CONDITION, ...part }] })

export const budgetStatusRules = rulesOfStatus({
  type: 'PodDisruptionBudget',
  version,
  at: 'status',
  before: { spec: {} },
  object: (status) => status,
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
    invalid(
      'conditions[0].observedGeneration',
      'must not be negative',
      'must be greater than or equal to zero',
      condition({ observedGeneration: -1 }),
      condition({ observedGeneration: 0 }),
    ),
    required('conditions[0].reason', 'is required', 'must be set', condition({ reason: '' }), condition({})),
    follows('conditions[0].reason', reasonFormat, condition({ reason: '1st' }), condition({ reason: 'A:B' })),
    tooLarge(
      'conditions[0].reason',
      1024,
      condition({ reason: 'R'.repeat(1025) }),
      condition({ reason: 'R'.repeat(1024) }),
    ),
    tooLarge(
      'conditions[0].message',
      32768,
      condition({ message: 'm'.repeat(32769) }),
      condition({ message: 'm'.repeat(32768) }),
    ),
  ],
})
