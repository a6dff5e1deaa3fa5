import type { Job } from '#kinds/batch/job/schema.js'
import { type JobState, parseIndexes } from './job-state.js'

export interface JobEnd {
  readonly isSuccess: boolean
  readonly reason: string
  readonly message: string
}

const success = (reason: string, message: string): JobEnd => ({ isSuccess: true, reason, message })
const failure = (reason: string, message: string): JobEnd => ({ isSuccess: false, reason, message })

/** Undefined while the job runs. A reported end stays. */
export function endOf(state: JobState, now: number): JobEnd | undefined {
  return reportedEnd(state.job) ?? failureOf(state, now) ?? successOf(state)
}

/** The end that the status reports. */
export function reportedEnd({ status }: Readonly<Job>): JobEnd | undefined {
  const said = status.conditions?.find(
    (one) => (one.type === 'FailureTarget' || one.type === 'SuccessCriteriaMet') && one.status === 'True',
  )
  if (said === undefined) return undefined
  const { type, reason = '', message = '' } = said
  return { isSuccess: type === 'SuccessCriteriaMet', reason, message }
}

function successOf(state: JobState): JobEnd | undefined {
  const rule = state.isIndexed ? matchSuccessPolicy(state.job, state.completed) : undefined
  if (rule !== undefined) return success('SuccessPolicy', `Matched rules at index ${rule}`)
  return state.isComplete
    ? success('CompletionsReached', 'Reached expected number of succeeded pods')
    : undefined
}

function failureOf(state: JobState, now: number): JobEnd | undefined {
  const { spec } = state.job
  const { backoffLimit = 6, completions = Number.POSITIVE_INFINITY, maxFailedIndexes } = spec
  if (state.fatalFailure !== undefined) return failure('PodFailurePolicy', state.fatalFailure)
  if (state.failed > backoffLimit || (state.restarts > 0 && state.restarts >= backoffLimit)) {
    return failure('BackoffLimitExceeded', 'Job has reached the specified backoff limit')
  }
  if (maxFailedIndexes !== undefined && state.failedIndexes.size > maxFailedIndexes) {
    return failure(
      'MaxFailedIndexesExceeded',
      'Job has exceeded the specified maximal number of failed indexes',
    )
  }
  const isDone = state.completed.size + state.failedIndexes.size >= completions
  if (state.isIndexed && state.failedIndexes.size > 0 && isDone) {
    return failure('FailedIndexes', 'Job has failed indexes')
  }
  const deadline = deadlineOf(state)
  return deadline !== undefined && deadline <= now
    ? failure('DeadlineExceeded', 'Job was active longer than specified deadline')
    : undefined
}

/** When the active deadline expires; undefined without one. */
export function deadlineOf({ job: { spec, status } }: JobState): number | undefined {
  if (spec.activeDeadlineSeconds === undefined || spec.suspend || !status.startTime) return undefined
  return Date.parse(status.startTime) + spec.activeDeadlineSeconds * 1000
}

/** The index of the first matching rule, if any. */
export function matchSuccessPolicy(
  { spec }: Readonly<Job>,
  completed: ReadonlySet<number>,
): number | undefined {
  const index = (spec.successPolicy?.rules ?? []).findIndex(({ succeededIndexes, succeededCount }) => {
    const named = succeededIndexes ? parseIndexes(succeededIndexes) : undefined
    const succeeded =
      named === undefined ? completed.size : [...named].filter((one) => completed.has(one)).length
    return succeeded >= (succeededCount ?? named?.size ?? Number.POSITIVE_INFINITY)
  })
  return index < 0 ? undefined : index
}
