import type { MergedService } from './merge-exports.js'

export interface ExportCondition {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
  readonly lastTransitionTime?: string
}

/** Why a service cannot be exported; undefined if it can. */
export type ExportProblem = 'NoService' | 'InvalidServiceType' | undefined

const MESSAGES = {
  NoService: 'there is no service of that name',
  InvalidServiceType: 'a service of type ExternalName cannot be exported',
}

/** The conditions of a ServiceExport. */
export function exportConditions(
  problem: ExportProblem,
  merged: MergedService | undefined,
): readonly ExportCondition[] {
  const conflict = problem === undefined ? merged?.conflict : undefined
  return [
    problem === undefined
      ? { type: 'Valid', status: 'True', reason: 'Valid', message: 'the service is exported' }
      : { type: 'Valid', status: 'False', reason: problem, message: MESSAGES[problem] },
    conflict === undefined
      ? { type: 'Conflict', status: 'False', reason: 'NoConflicts', message: 'all clusters agree' }
      : { type: 'Conflict', status: 'True', ...conflict },
  ]
}

/** The conditions with their times: a time changes with the status. Undefined if nothing changes. */
export function changedConditions(
  known: readonly ExportCondition[],
  wanted: readonly ExportCondition[],
  now: string,
): readonly ExportCondition[] | undefined {
  const dated = wanted.map((condition) => {
    const before = known.find(({ type }) => type === condition.type)
    const isSame = before?.status === condition.status && before.lastTransitionTime !== undefined
    return { ...condition, lastTransitionTime: isSame ? (before.lastTransitionTime ?? now) : now }
  })
  // Conditions of others stay.
  const others = known.filter(({ type }) => !wanted.some((condition) => condition.type === type))
  const next = [...dated, ...others]
  const isSame = next.every((condition) => known.some((before) => sameCondition(before, condition)))
  return isSame && next.length === known.length ? undefined : next
}

const FIELDS = ['type', 'status', 'reason', 'message'] as const

const sameCondition = (one: ExportCondition, other: ExportCondition) =>
  FIELDS.every((field) => one[field] === other[field])
