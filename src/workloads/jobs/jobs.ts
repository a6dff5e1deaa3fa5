import type { Job } from '../../kinds/batch/job/schema.js'
import { formatTime } from '../../schema/times.js'
import { type Action, controlledBy, JOB, type Plan, POD } from '../action.js'
import { type Condition, isTrue, withCondition } from '../conditions.js'
import { normal } from '../event-text.js'
import type { PodSummary, Pods } from '../pods/summary.js'
import type { WorkloadKind } from '../workload-controller.js'
import { formatIndexes } from './index-set.js'
import { FAILURES, failuresBefore, INDEX, indexOf, JobState, TRACKED } from './job-state.js'

const CONTROLLER = 'kubernetes.io/job-controller'

/** Pods that run to an end, until enough of them have succeeded. */
export function jobs(pods: Pods): WorkloadKind<Job> {
  const stateOf = (job: Readonly<Job>) => new JobState(job, pods.of(job.metadata.uid ?? ''))
  return {
    kind: JOB,
    prefix: 'batch/jobs/',
    component: 'job-controller',
    plan: (job, now) => planJob(stateOf(job), now),
    status: (job, now) => jobStatus(stateOf(job), now),
    follow: (look) => [
      pods.onChange((before, after) => {
        look(before?.owner)
        if (after?.owner !== before?.owner) look(after?.owner)
      }),
    ],
  }
}

/** Why the job fails, undefined when it does not. */
function failureOf(
  state: JobState,
  now: number,
): { readonly reason: string; readonly message: string } | undefined {
  const { spec, status } = state.job
  const { backoffLimit = 6, backoffLimitPerIndex, maxFailedIndexes, activeDeadlineSeconds, suspend } = spec
  if (backoffLimitPerIndex === undefined && (state.failed > backoffLimit || state.restarts > backoffLimit)) {
    return { reason: 'BackoffLimitExceeded', message: 'Job has reached the specified backoff limit' }
  }
  if (maxFailedIndexes !== undefined && state.failedIndexes.size > maxFailedIndexes) {
    return {
      reason: 'MaxFailedIndexesExceeded',
      message: 'Job has exceeded the specified maximal number of failed indexes',
    }
  }
  const isDone =
    state.completed.size + state.failedIndexes.size >= (spec.completions ?? Number.POSITIVE_INFINITY)
  if (state.isIndexed && state.failedIndexes.size > 0 && isDone) {
    return { reason: 'FailedIndexes', message: 'Job has failed indexes' }
  }
  if (activeDeadlineSeconds !== undefined && !suspend && status.startTime) {
    if (Date.parse(status.startTime) + activeDeadlineSeconds * 1000 <= now) {
      return { reason: 'DeadlineExceeded', message: 'Job was active longer than specified deadline' }
    }
  }
  return undefined
}

export function planJob(state: JobState, now: number): Plan {
  const { job } = state
  const { spec, metadata, status } = job
  if (spec.managedBy !== undefined && spec.managedBy !== CONTROLLER) return { actions: [] }
  const untracked = uncount(state)
  if (metadata.deletionTimestamp)
    return { actions: state.pods.filter(({ isTracked }) => isTracked).map(untrack) }
  if (state.isFinished) return planFinished(state, now)
  const deadline =
    spec.activeDeadlineSeconds !== undefined && status.startTime
      ? Date.parse(status.startTime) + spec.activeDeadlineSeconds * 1000
      : undefined
  const isOver =
    state.isComplete || failureOf(state, now) !== undefined || isTrue(status.conditions, 'FailureTarget')
  if (isOver || spec.suspend) {
    return {
      actions: [...untracked, ...state.active.map(removePod)],
      lookAgainAt: isOver ? undefined : deadline,
    }
  }
  const counted =
    spec.podReplacementPolicy === 'Failed'
      ? state.active.length + state.terminating.length
      : state.active.length
  const missing = state.wanted - counted
  if (missing < 0) {
    return { actions: [...untracked, ...state.active.slice(missing).map(removePod)], lookAgainAt: deadline }
  }
  const pause = missing > 0 ? state.nextPodAt(now) : undefined
  const actions = pause === undefined ? newPods(state, missing) : []
  const times = [deadline, pause].filter((time) => time !== undefined && time > now) as number[]
  return {
    actions: [...untracked, ...actions],
    lookAgainAt: times.length === 0 ? undefined : Math.min(...times),
  }
}

/** A finished job goes after a while, if it says so. */
function planFinished(state: JobState, now: number): Plan {
  const { job, finishedAt = now } = state
  const rest = state.pods.filter(({ isTracked }) => isTracked).map(untrack)
  const ttl = job.spec.ttlSecondsAfterFinished
  if (ttl === undefined) return { actions: rest }
  const due = finishedAt + ttl * 1000
  if (due > now) return { actions: rest, lookAgainAt: due }
  const { name = '', uid = '' } = job.metadata
  return { actions: [...rest, { type: 'delete', of: JOB, target: { name, uid } }] }
}

/** Pods whose end the status tells of are let go. */
function uncount({ job, endedTracked }: JobState): readonly Action[] {
  const { succeeded = [], failed = [] } = job.status.uncountedTerminatedPods ?? {}
  const told = new Set([...succeeded, ...failed])
  return endedTracked.filter(({ uid }) => told.has(uid)).map(untrack)
}

const untrack = ({ name, uid }: PodSummary): Action => ({
  type: 'change',
  of: POD,
  part: 'object',
  target: { name, uid },
  change: ({ metadata }) => {
    metadata.finalizers = metadata.finalizers?.filter((finalizer: string) => finalizer !== TRACKED)
  },
})

const removePod = ({ name, uid }: PodSummary): Action => ({
  type: 'delete',
  of: POD,
  target: { name, uid },
  event: normal('SuccessfulDelete', `Deleted pod: ${name}`),
})

function newPods(state: JobState, count: number): readonly Action[] {
  if (!state.isIndexed) return Array.from({ length: count }, () => newPod(state.job))
  const { completions = 0 } = state.job.spec
  const taken = new Set(state.active.map(indexOf))
  const actions: Action[] = []
  for (let index = 0; index < completions && actions.length < count; index++) {
    if (taken.has(index) || state.completed.has(index) || state.failedIndexes.has(index)) continue
    const before = state.pods.filter((pod) => indexOf(pod) === index && pod.phase === 'Failed')
    const failures = before.reduce((most, pod) => Math.max(most, failuresBefore(pod) + 1), 0)
    actions.push(newPod(state.job, index, failures))
  }
  return actions
}

function newPod(job: Readonly<Job>, index?: number, failures = 0): Action {
  const { template } = job.spec
  const { name } = job.metadata
  const indexed = index === undefined ? {} : { [INDEX]: String(index) }
  const counted =
    job.spec.backoffLimitPerIndex === undefined || index === undefined ? {} : { [FAILURES]: String(failures) }
  const containers = template.spec.containers?.map((container) =>
    index === undefined
      ? container
      : {
          ...container,
          env: [...(container.env ?? []), { name: 'JOB_COMPLETION_INDEX', value: String(index) }],
        },
  )
  return {
    type: 'create',
    of: POD,
    object: {
      metadata: {
        ...template.metadata,
        generateName: index === undefined ? `${name}-` : `${name}-${index}-`,
        labels: { ...template.metadata.labels, ...indexed },
        annotations: { ...template.metadata.annotations, ...indexed, ...counted },
        finalizers: [...(template.metadata.finalizers ?? []), TRACKED],
        ownerReferences: [controlledBy(JOB, job)],
      },
      spec: {
        ...template.spec,
        containers,
        hostname: template.spec.hostname ?? (index === undefined ? undefined : `${name}-${index}`),
      },
    },
    event: (pod) => normal('SuccessfulCreate', `Created pod: ${pod}`),
  }
}

export function jobStatus(state: JobState, now: number): Job['status'] {
  const { job } = state
  const { spec, status } = job
  const isOthers = spec.managedBy !== undefined && spec.managedBy !== CONTROLLER
  if (isOthers || state.isFinished || job.metadata.deletionTimestamp) return status
  const time = formatTime(new Date(now))
  const startTime = spec.suspend ? undefined : (status.startTime ?? time)
  const known = new Map(state.pods.map((pod) => [pod.uid, pod]))
  const { succeeded: toldSucceeded = [], failed: toldFailed = [] } = status.uncountedTerminatedPods ?? {}
  // What has lost its finalizer is counted for good now.
  const isOpen = (uid: string) => known.get(uid)?.isTracked === true
  const told = new Set([...toldSucceeded, ...toldFailed])
  const fresh = state.endedTracked.filter(({ uid }) => !told.has(uid))
  const uncounted = {
    succeeded: [...toldSucceeded.filter(isOpen), ...uids(fresh, true)],
    failed: [...toldFailed.filter(isOpen), ...uids(fresh, false)],
  }
  const failed = (status.failed ?? 0) + toldFailed.length - toldFailed.filter(isOpen).length
  const succeeded = (status.succeeded ?? 0) + toldSucceeded.length - toldSucceeded.filter(isOpen).length
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

interface JobEnd {
  readonly isSuccess: boolean
  readonly reason: string
  readonly message: string
}

/** How the job ends; undefined while it goes on. What was said once stays. */
function endOf(state: JobState, now: number): JobEnd | undefined {
  const said = state.job.status.conditions?.find(
    ({ type, status }) => type === 'FailureTarget' && status === 'True',
  )
  if (said !== undefined) return { isSuccess: false, reason: said.reason ?? '', message: said.message ?? '' }
  if (state.isComplete) {
    return {
      isSuccess: true,
      reason: 'CompletionsReached',
      message: 'Reached expected number of succeeded pods',
    }
  }
  const failure = failureOf(state, now)
  return failure && { isSuccess: false, ...failure }
}

function conditionsOf(
  state: JobState,
  end: JobEnd | undefined,
  isEnded: boolean,
  now: number,
): readonly Condition[] {
  const { spec, status } = state.job
  let conditions: readonly Condition[] = status.conditions ?? []
  const isSuspended = isTrue(conditions, 'Suspended')
  if (spec.suspend && !isSuspended) {
    conditions = withCondition(
      conditions,
      { type: 'Suspended', status: 'True', reason: 'JobSuspended', message: 'Job suspended' },
      now,
    )
  } else if (!spec.suspend && isSuspended) {
    conditions = withCondition(
      conditions,
      { type: 'Suspended', status: 'False', reason: 'JobResumed', message: 'Job resumed' },
      now,
    )
  }
  if (end === undefined) return conditions
  const { isSuccess, reason, message } = end
  const target = isSuccess ? 'SuccessCriteriaMet' : 'FailureTarget'
  conditions = withCondition(conditions, { type: target, status: 'True', reason, message }, now)
  if (!isEnded) return conditions
  return withCondition(
    conditions,
    { type: isSuccess ? 'Complete' : 'Failed', status: 'True', reason, message },
    now,
  )
}
