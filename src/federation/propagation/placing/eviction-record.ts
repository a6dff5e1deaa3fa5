import { EVICTIONS } from '#federation/annotations.js'
import {
  type Evictions,
  formatEvictions,
  NO_EVICTIONS,
  parseEvictions,
} from '#federation/policies/evictions.js'
import type { FederatedObject } from '#federation/propagation/federated-object.js'
import type { PlanRecord } from '#federation/propagation/schedule/plan.js'

/** The evictions of an object so far. Those of the last decision are kept, since a client may remove the annotation. */
export function evictionsOf({ stored, decision }: FederatedObject): Evictions {
  const text = stored?.metadata().annotations?.[EVICTIONS]
  return text === undefined ? (decision?.evictions ?? NO_EVICTIONS) : parseEvictions(text)
}

/**
 * The evictions that were decided, if they differ from those that are stored. A server that starts goes on from what is
 * stored, so nothing is done about an eviction before.
 */
export function evictionRecord({ stored, decision }: FederatedObject): PlanRecord | undefined {
  const value = formatEvictions(decision?.evictions ?? NO_EVICTIONS)
  const before = stored?.metadata().annotations?.[EVICTIONS]
  return value === before ? undefined : { annotation: EVICTIONS, value, isUrgent: true }
}
