import { invalid, notNegative, type RuleExample } from '#meta/rule-examples.fixture.js'

const TOO_MANY = 'cannot be greater than status.replicas'

/** The rules on the counts in a status; `counted` is an additional count of a kind. */
export const replicaCountExamples = (counted: string): RuleExample[] => [
  // A negative count is also less than the zero ready ones.
  notNegative('replicas', { replicas: -1 }, { replicas: 0 }, [counted, 'readyReplicas', 'availableReplicas']),
  notNegative(counted, { [counted]: -1 }, { [counted]: 0 }),
  // Available pods are ready, so a negative ready count allows none.
  notNegative('readyReplicas', { readyReplicas: -1 }, { readyReplicas: 0 }, ['availableReplicas']),
  notNegative('availableReplicas', { availableReplicas: -1 }, { availableReplicas: 0 }),
  invalid(
    counted,
    'must not be more than replicas',
    TOO_MANY,
    { replicas: 1, [counted]: 2 },
    { replicas: 1, [counted]: 1 },
  ),
  invalid(
    'readyReplicas',
    'must not be more than replicas',
    TOO_MANY,
    { replicas: 1, readyReplicas: 2 },
    { replicas: 1, readyReplicas: 1 },
  ),
  invalid(
    'availableReplicas',
    'must not be more than replicas',
    TOO_MANY,
    { replicas: 1, readyReplicas: 1, availableReplicas: 2 },
    { replicas: 1, readyReplicas: 1, availableReplicas: 1 },
    ['availableReplicas'],
  ),
  invalid(
    'availableReplicas',
    'must not be more than readyReplicas',
    'cannot be greater than readyReplicas',
    { replicas: 2, readyReplicas: 1, availableReplicas: 2 },
    { replicas: 2, readyReplicas: 2, availableReplicas: 2 },
  ),
]
