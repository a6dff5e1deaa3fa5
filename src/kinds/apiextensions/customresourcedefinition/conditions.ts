import type { CustomResourceDefinitionCondition, CustomResourceDefinitionStatus } from './schema.js'

/** The condition types of a CustomResourceDefinition. */
export const NAMES_ACCEPTED = 'NamesAccepted'
export const ESTABLISHED = 'Established'
export const TERMINATING = 'Terminating'
export const APPROVED = 'KubernetesAPIApprovalPolicyConformant'

/** A condition without its transition time. */
export type NewCondition = Pick<CustomResourceDefinitionCondition, 'type' | 'status' | 'reason' | 'message'>

export function hasCondition({ conditions = [] }: Readonly<CustomResourceDefinitionStatus>, type: string) {
  return conditions.some((condition) => condition.type === type && condition.status === 'True')
}

/** Replaces the condition of the same type, or appends the new one. `now` is RFC 3339. */
export function withCondition(
  conditions: readonly CustomResourceDefinitionCondition[],
  { type, status, reason, message }: NewCondition,
  now: string,
): CustomResourceDefinitionCondition[] {
  const before = conditions.find((condition) => condition.type === type)
  const lastTransitionTime = before?.status === status ? before.lastTransitionTime : now
  const found = { type, status, lastTransitionTime, reason, message }
  return before === undefined
    ? [...conditions, found]
    : conditions.map((condition) => (condition === before ? found : condition))
}
