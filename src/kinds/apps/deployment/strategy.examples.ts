import { percent } from '#kinds/shared/formats.js'
import {
  type Body,
  follows,
  forbidden,
  invalid,
  notNegative,
  oneOf,
  type RuleExample,
} from '#meta/rule-examples.fixture.js'

const rolling = (rollingUpdate: Body) => ({ strategy: { rollingUpdate } })

/** The rules on how a deployment replaces its pods, the same in all versions. */
export const strategyExamples: readonly RuleExample[] = [
  forbidden(
    'strategy.rollingUpdate',
    'must not be set with Recreate',
    "may not be specified when strategy `type` is 'Recreate'",
    { strategy: { type: 'Recreate', rollingUpdate: {} } },
    { strategy: { type: 'Recreate' } },
  ),
  oneOf(
    'strategy',
    ['Recreate', 'RollingUpdate'],
    { strategy: { type: 'Blue' } },
    { strategy: { type: 'RollingUpdate' } },
  ),
  follows(
    'strategy.rollingUpdate.maxUnavailable',
    percent,
    rolling({ maxUnavailable: '5' }),
    rolling({ maxUnavailable: '5%' }),
  ),
  notNegative(
    'strategy.rollingUpdate.maxUnavailable',
    rolling({ maxUnavailable: -1 }),
    rolling({ maxUnavailable: 0 }),
  ),
  follows(
    'strategy.rollingUpdate.maxSurge',
    percent,
    rolling({ maxSurge: 'some' }),
    rolling({ maxSurge: '200%' }),
  ),
  notNegative('strategy.rollingUpdate.maxSurge', rolling({ maxSurge: -1 }), rolling({ maxSurge: 0 })),
  invalid(
    'strategy.rollingUpdate.maxUnavailable',
    'must not be 0 when maxSurge is: no pod could be replaced',
    'may not be 0 when `maxSurge` is 0',
    rolling({ maxUnavailable: '0%', maxSurge: 0 }),
    rolling({ maxUnavailable: '0%', maxSurge: 1 }),
  ),
  invalid(
    'strategy.rollingUpdate.maxUnavailable',
    'must not be more than 100%',
    'must not be greater than 100%',
    rolling({ maxUnavailable: '101%' }),
    rolling({ maxUnavailable: 101 }),
  ),
  notNegative('minReadySeconds', { minReadySeconds: -1 }, { minReadySeconds: 0 }),
  notNegative('revisionHistoryLimit', { revisionHistoryLimit: -1 }, { revisionHistoryLimit: 0 }),
]
