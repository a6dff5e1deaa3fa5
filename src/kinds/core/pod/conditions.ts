import type { PodCondition } from './schema.js'

/** The conditions with one set: in the place of that of its type, or at the end. */
export function withCondition(
  conditions: readonly PodCondition[] = [],
  condition: PodCondition,
): PodCondition[] {
  if (!conditions.some(({ type }) => type === condition.type)) return [...conditions, condition]
  return conditions.map((other) => (other.type === condition.type ? condition : other))
}
