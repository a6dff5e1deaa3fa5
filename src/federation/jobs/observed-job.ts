import { countIn } from '#federation/replicas/count.js'
import type { ObservedJob } from './followed-share.js'
import { type JobEnd, jobEnd, readProgress } from './job-record.js'

type Unread = Readonly<Record<string, unknown>>

/** Reads a Job of a member, whatever the member sends. */
export function observeJob(uid: string, spec: Unread, status: Unread): ObservedJob {
  const conditions = trueConditions(status.conditions)
  return {
    uid,
    parallelism: countIn(spec.parallelism) ?? 1,
    completions: countIn(spec.completions),
    ...readProgress(status),
    end: endIn(conditions),
    isSuspended: conditions.some(({ type }) => type === 'Suspended'),
    completedIndexes: indexesIn(status.completedIndexes),
    failedIndexes: indexesIn(status.failedIndexes),
  }
}

/** Limits memory per copy: longer ones are not reported. */
const MAX_INDEXES_LENGTH = 4096
const indexesIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= MAX_INDEXES_LENGTH ? value : undefined

const trueConditions = (conditions: unknown): readonly Unread[] =>
  Array.isArray(conditions)
    ? conditions.filter(
        (condition): condition is Unread =>
          typeof condition === 'object' && condition !== null && condition.status === 'True',
      )
    : []

/** A failure wins over a success. */
function endIn(conditions: readonly Unread[]): JobEnd | undefined {
  for (const type of ['Failed', 'Complete'] as const) {
    const found = conditions.find((condition) => condition.type === type)
    const end = found && jobEnd(type, found.lastTransitionTime, found.reason, found.message)
    if (end !== undefined) return end
  }
  return undefined
}
