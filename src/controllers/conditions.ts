import { formatTime } from '#schema/times.js'

/** The common fields of workload conditions. */
export interface Condition {
  readonly type: string
  readonly status: string
  readonly reason?: string | undefined
  readonly message?: string | undefined
  readonly lastTransitionTime?: string | null | undefined
  readonly lastUpdateTime?: string | null | undefined
}

export function findCondition<C extends Condition>(
  conditions: readonly C[] | undefined,
  type: string,
): C | undefined {
  return conditions?.find((condition) => condition.type === type)
}

export const isTrue = (conditions: readonly Condition[] | undefined, type: string) =>
  findCondition(conditions, type)?.status === 'True'

/** Sets a condition. An equal one stays unchanged; its transition time changes only with the status. */
export function withCondition<C extends Condition>(
  conditions: readonly C[] | undefined,
  { type, status, reason, message }: Condition,
  now: number,
): readonly Condition[] {
  const before = findCondition(conditions, type)
  const others = conditions?.filter((condition) => condition.type !== type) ?? []
  if (before?.status === status && before.reason === reason && before.message === message)
    return conditions ?? []
  const time = formatTime(new Date(now))
  const lastTransitionTime = before?.status === status ? before.lastTransitionTime : time
  return [...others, { type, status, reason, message, lastTransitionTime, lastUpdateTime: time }]
}

export const withoutCondition = <C extends Condition>(
  conditions: readonly C[] | undefined,
  type: string,
): readonly C[] => conditions?.filter((condition) => condition.type !== type) ?? []
