import { type Condition, isTrue, withCondition } from '#controllers/conditions.js'
import type { Job } from '#kinds/batch/job/schema.js'
import { formatTime } from '#schema/times.js'
import type { PodSummary } from '#workloads/pods/summary.js'
import { endOf, type JobEnd } from './end-of-job.js'
import { formatIndexes, type JobState } from './job-state.js'

/** The status of a job that runs or ends now. */
export function jobStatus(state: JobState, now: number): Job['status'] {
  const { job } = state
  const { spec, status } = job
  const time = formatTime(new Date(now))
  const startTime = spec.suspend ? undefined : (status.startTime ?? time)
  const known = new Map(state.pods.map((pod) => [pod.uid, pod]))
  const { succeeded: reportedSucceeded = [], failed: reportedFailed = [] } =
    status.uncountedTerminatedPods ?? {}
  // Pods without the finalizer are counted for good.
  const isOpen = (uid: string) => known.get(uid)?.isTracked === true
  const reported = new Set([...reportedSucceeded, ...reportedFailed])
  const fresh = state.endedTracked.filter(({ uid }) => !reported.has(uid))
  const uncounted = {
    succeeded: [...reportedSucceeded.filter(isOpen), ...uids(fresh, true)],
    failed: [...reportedFailed.filter(isOpen), ...uids(fresh, false)],
  }
  const failed = (status.failed ?? 0) + reportedFailed.length - reportedFailed.filter(isOpen).length
  const succeeded =
    (status.succeeded ?? 0) + reportedSucceeded.length - reportedSucceeded.filter(isOpen).length
  const isCounted = uncounted.succeeded.length + uncounted.failed.length === 0
  const end = endOf(state, now)
  const isEnded =
    end !== undefined && isCounted && state.active.length === 0 && state.terminating.length === 0
  const completedAt = isEnded && end.isSuccess ? time : undefined
  return {
    ...status,
    startTime,
    completionTime: completedAt,
    active: state.active.length,
    ready: state.active.filter(({ isReady }) => isReady).length,
    terminating: state.terminating.length,
    succeeded: state.isIndexed ? state.completed.size : succeeded,
    failed,
    completedIndexes: state.isIndexed ? formatIndexes(state.completed) || undefined : undefined,
    failedIndexes: spec.backoffLimitPerIndex === undefined ? undefined : formatIndexes(state.failedIndexes),
    uncountedTerminatedPods: isCounted ? {} : uncounted,
    conditions: conditionsOf(state, end, isEnded, now),
  } as Job['status']
}

const uids = (pods: readonly PodSummary[], haveSucceeded: boolean) =>
  pods.filter(({ phase }) => (phase === 'Succeeded') === haveSucceeded).map(({ uid }) => uid)

const SUSPENDED = { type: 'Suspended', status: 'True', reason: 'JobSuspended', message: 'Job suspended' }
const RESUMED = { type: 'Suspended', status: 'False', reason: 'JobResumed', message: 'Job resumed' }

function conditionsOf(
  { job: { spec, status } }: JobState,
  end: JobEnd | undefined,
  isEnded: boolean,
  now: number,
): readonly Condition[] {
  let conditions: readonly Condition[] = status.conditions ?? []
  const isSuspended = isTrue(conditions, 'Suspended')
  if (spec.suspend && !isSuspended) conditions = withCondition(conditions, SUSPENDED, now)
  else if (!spec.suspend && isSuspended) conditions = withCondition(conditions, RESUMED, now)
  if (end === undefined) return conditions
  const { isSuccess, reason, message } = end
  const target = isSuccess ? 'SuccessCriteriaMet' : 'FailureTarget'
  conditions = withCondition(conditions, { type: target, status: 'True', reason, message }, now)
  if (!isEnded) return conditions
  const type = isSuccess ? 'Complete' : 'Failed'
  return withCondition(conditions, { type, status: 'True', reason, message }, now)
}
