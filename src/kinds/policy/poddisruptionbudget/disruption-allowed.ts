import type { Condition } from '#meta/condition.js'
import type { PodDisruptionBudgetStatus } from './schema.js'

const DISRUPTION_ALLOWED = 'DisruptionAllowed'
const SYNC_FAILED = 'SyncFailed'

type Conditions = PodDisruptionBudgetStatus['conditions']

/** The conditions of a budget that allows this number of disruptions. */
export function withDisruptionAllowed(
  conditions: Conditions,
  disruptionsAllowed: number,
  observedGeneration: Condition['observedGeneration'],
  now: string,
): Conditions {
  const isAllowed = disruptionsAllowed > 0
  return withCondition(
    conditions,
    isAllowed ? 'True' : 'False',
    isAllowed ? 'SufficientPods' : 'InsufficientPods',
    '',
    observedGeneration,
    now,
  )
}

/** The conditions of a budget whose numbers cannot be computed. */
export function withSyncFailed(
  conditions: Conditions,
  message: string,
  observedGeneration: Condition['observedGeneration'],
  now: string,
): Conditions {
  return withCondition(conditions, 'False', SYNC_FAILED, message, observedGeneration, now)
}

/** Why the numbers of the budget could not be computed; undefined if they could. */
export function syncFailure(conditions: Conditions): string | undefined {
  const condition = conditions?.find(({ type }) => type === DISRUPTION_ALLOWED)
  return condition?.reason === SYNC_FAILED ? condition.message : undefined
}

function withCondition(
  conditions: Conditions,
  status: string,
  reason: string,
  message: string,
  observedGeneration: Condition['observedGeneration'],
  now: string,
): Conditions {
  const before = conditions?.find(({ type }) => type === DISRUPTION_ALLOWED)
  const lastTransitionTime = before?.status === status ? before.lastTransitionTime : now
  const condition = {
    type: DISRUPTION_ALLOWED,
    status,
    observedGeneration,
    lastTransitionTime,
    reason,
    message,
  }
  if (before === undefined) return [...(conditions ?? []), condition]
  return conditions?.map((other) => (other === before ? condition : other))
}
