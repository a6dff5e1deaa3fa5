import { daemonSet } from '#kinds/apps/daemonset/index.js'
import { currentVersion, rulesOfObject, rulesOfStatus } from '#kinds/example-objects.fixture.js'
import { percent } from '#kinds/shared/formats.js'
import { currentTemplateExamples, selectingWorkload } from '#kinds/shared/workload/rules.examples.js'
import {
  type Body,
  follows,
  invalid,
  notNegative,
  oneOf,
  type RuleExample,
  required,
} from '#meta/rule-examples.fixture.js'

const version = currentVersion(daemonSet)

const rolling = (rollingUpdate: Body) => ({ updateStrategy: { type: 'RollingUpdate', rollingUpdate } })
const ROLLING = 'updateStrategy.rollingUpdate'

/** The rules on `maxUnavailable` or `maxSurge`, where the other is 0. */
const limitExamples = (field: string, other: string): RuleExample[] => [
  follows(
    `${ROLLING}.${field}`,
    percent,
    rolling({ [field]: 'some', [other]: 1 }),
    rolling({ [field]: '1%', [other]: 0 }),
  ),
  notNegative(
    `${ROLLING}.${field}`,
    rolling({ [field]: -1, [other]: 0 }),
    rolling({ [field]: 1, [other]: 0 }),
  ),
  invalid(
    `${ROLLING}.${field}`,
    'must not be more than 100%',
    'must not be greater than 100%',
    rolling({ [field]: '101%', [other]: 0 }),
    rolling({ [field]: '100%', [other]: 0 }),
  ),
]

export const daemonSetRules = rulesOfObject({
  type: 'DaemonSet of apps/v1',
  version,
  at: 'spec',
  object: selectingWorkload,
  examples: [
    ...currentTemplateExamples('daemonset', 'DaemonSet'),
    notNegative('minReadySeconds', { minReadySeconds: -1 }, { minReadySeconds: 0 }),
    ...limitExamples('maxUnavailable', 'maxSurge'),
    ...limitExamples('maxSurge', 'maxUnavailable'),
    invalid(
      `${ROLLING}.maxSurge`,
      'must be 0 unless maxUnavailable is',
      'may not be set when maxUnavailable is non-zero',
      rolling({ maxUnavailable: 1, maxSurge: 1 }),
      rolling({ maxUnavailable: 0, maxSurge: 1 }),
    ),
    required(
      `${ROLLING}.maxUnavailable`,
      'must not be 0 if maxSurge is: no pod could be replaced',
      'cannot be 0 when maxSurge is 0',
      rolling({ maxUnavailable: '0%' }),
      rolling({ maxUnavailable: '1%' }),
    ),
    oneOf(
      'updateStrategy',
      ['RollingUpdate', 'OnDelete'],
      { updateStrategy: { type: 'Recreate' } },
      { updateStrategy: { type: 'OnDelete', rollingUpdate: { maxUnavailable: 'few' } } },
    ),
    notNegative('revisionHistoryLimit', { revisionHistoryLimit: -1 }, { revisionHistoryLimit: 0 }),
  ],
})

const COUNTS = [
  'currentNumberScheduled',
  'numberMisscheduled',
  'desiredNumberScheduled',
  'numberReady',
  'observedGeneration',
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
  'collisionCount',
]

/** The status is the same in all versions. */
export const daemonSetStatusRules = rulesOfStatus({
  type: 'DaemonSet',
  version,
  at: 'status',
  before: ({ before = {} }) => ({ ...selectingWorkload(), status: before }),
  object: ({ before: _, ...status }) => status,
  examples: [
    ...COUNTS.map((count) => notNegative(count, { [count]: -1 }, { [count]: 0 })),
    invalid(
      'collisionCount',
      'must not decrease or be removed',
      'cannot be decremented',
      { collisionCount: 1, before: { collisionCount: 2 } },
      { collisionCount: 2, before: { collisionCount: 2 } },
    ),
  ],
})
