import { normalEvent } from '#controllers/events/event-recorder.js'
import type { Job } from '#kinds/batch/job/schema.js'
import { type Action, type ActionPlan, controlledBy, JOB, NOTHING, POD } from '#workloads/action.js'
import type { PodSummary, Pods } from '#workloads/pods/summary.js'
import type { WorkloadKind } from '#workloads/workload-controller.js'
import { deadlineOf, endOf, reportedEnd } from './end-of-job.js'
import {
  INDEX_ANNOTATION,
  INDEX_FAILURES_ANNOTATION,
  indexOf,
  JobState,
  TRACKING_FINALIZER,
} from './job-state.js'
import { jobStatus } from './status.js'

const CONTROLLER = 'kubernetes.io/job-controller'

/** Runs pods until enough of them have succeeded. */
export function jobs(pods: Pods): WorkloadKind<Job> {
  const stateOf = (job: Readonly<Job>) => new JobState(job, pods.of(job.metadata.uid ?? ''))
  return {
    kind: JOB,
    prefix: 'batch/jobs/',
    component: 'job-controller',
    plan: (job, now) => (isManagedByOthers(job) ? NOTHING : planJob(stateOf(job), now)),
    status: (job, now) => {
      if (isManagedByOthers(job) || job.metadata.deletionTimestamp) return job.status
      const state = stateOf(job)
      return state.isFinished ? job.status : jobStatus(state, now)
    },
    follow: (enqueue) => [
      pods.onChange((before, after) => {
        enqueue(before?.owner)
        if (after?.owner !== before?.owner) enqueue(after?.owner)
      }),
    ],
  }
}

/** Whether another controller manages the job. */
export const isManagedByOthers = ({ spec }: Readonly<Job>) =>
  spec.managedBy !== undefined && spec.managedBy !== CONTROLLER

function planJob(state: JobState, now: number): ActionPlan {
  const { job, active } = state
  const { spec, metadata } = job
  if (metadata.deletionTimestamp)
    return { actions: state.pods.filter(({ isTracked }) => isTracked).map(untrack) }
  if (state.isFinished) return planFinished(state, now)
  const letGo = [...uncount(state), ...state.ignored.map(untrack)]
  const isOver = reportedEnd(job) !== undefined
  // The status reports the end before pods are deleted.
  if (!isOver && endOf(state, now) !== undefined) return { actions: letGo }
  const deadline = isOver ? undefined : deadlineOf(state)
  if (isOver || spec.suspend) return { actions: [...letGo, ...active.map(removePod)], requeueAt: deadline }
  const counted =
    spec.podReplacementPolicy === 'Failed' ? active.length + state.terminating.length : active.length
  const missing = state.wanted - counted
  if (missing < 0) {
    return { actions: [...letGo, ...active.slice(missing).map(removePod)], requeueAt: deadline }
  }
  const { actions, nextAt } = newPods(state, missing, now)
  const times = [deadline, nextAt].filter((time) => time !== undefined)
  return {
    actions: [...letGo, ...actions],
    requeueAt: times.length === 0 ? undefined : Math.min(...times),
  }
}

/** Deletes a finished job after its TTL. */
function planFinished(state: JobState, now: number): ActionPlan {
  const { job, finishedAt = now } = state
  const rest = state.pods.filter(({ isTracked }) => isTracked).map(untrack)
  const ttl = job.spec.ttlSecondsAfterFinished
  if (ttl === undefined) return { actions: rest }
  const due = finishedAt + ttl * 1000
  if (due > now) return { actions: rest, requeueAt: due }
  const { name = '', uid = '' } = job.metadata
  return { actions: [...rest, { type: 'delete', of: JOB, target: { name, uid } }] }
}

/** Removes the finalizer of counted pods. */
function uncount({ job, endedTracked }: JobState): readonly Action[] {
  const { succeeded = [], failed = [] } = job.status.uncountedTerminatedPods ?? {}
  const reported = new Set([...succeeded, ...failed])
  return endedTracked.filter(({ uid }) => reported.has(uid)).map(untrack)
}

const untrack = ({ name, uid }: PodSummary): Action => ({
  type: 'change',
  of: POD,
  part: 'object',
  target: { name, uid },
  change: ({ metadata }) => {
    metadata.finalizers = metadata.finalizers?.filter((finalizer: string) => finalizer !== TRACKING_FINALIZER)
  },
})

const removePod = ({ name, uid }: PodSummary): Action => ({
  type: 'delete',
  of: POD,
  target: { name, uid },
  event: normalEvent('SuccessfulDelete', `Deleted pod: ${name}`),
})

interface NewPods {
  readonly actions: readonly Action[]
  /** When the backoff allows more pods. */
  readonly nextAt?: number | undefined
}

function newPods(state: JobState, count: number, now: number): NewPods {
  if (count === 0) return { actions: [] }
  const waitsPerIndex = state.job.spec.backoffLimitPerIndex !== undefined
  const nextAt = waitsPerIndex ? undefined : state.nextPodAt(now)
  if (nextAt !== undefined) return { actions: [], nextAt }
  if (state.isIndexed) return newIndexedPods(state, count, now, waitsPerIndex)
  return { actions: Array.from({ length: count }, () => newPod(state.job)) }
}

/** Pods for the first indexes that need one. */
function newIndexedPods(state: JobState, count: number, now: number, waitsPerIndex: boolean): NewPods {
  const { completions = 0, podReplacementPolicy } = state.job.spec
  const taken = new Set(state.active.map(indexOf))
  if (podReplacementPolicy === 'Failed') for (const pod of state.terminating) taken.add(indexOf(pod))
  const actions: Action[] = []
  let next: number | undefined
  for (let index = 0; index < completions && actions.length < count; index++) {
    if (taken.has(index) || state.completed.has(index) || state.failedIndexes.has(index)) continue
    const failures = waitsPerIndex ? state.failuresOf(index, now) : undefined
    if (failures?.nextAt !== undefined) next = Math.min(next ?? failures.nextAt, failures.nextAt)
    else actions.push(newPod(state.job, index, failures?.count))
  }
  return { actions, nextAt: next }
}

function newPod(job: Readonly<Job>, index?: number, failures?: number): Action {
  const { template } = job.spec
  const { name } = job.metadata
  const indexed = index === undefined ? {} : { [INDEX_ANNOTATION]: String(index) }
  const counted = failures === undefined ? {} : { [INDEX_FAILURES_ANNOTATION]: String(failures) }
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
        finalizers: [...(template.metadata.finalizers ?? []), TRACKING_FINALIZER],
        ownerReferences: [controlledBy(JOB, job)],
      },
      spec: {
        ...template.spec,
        containers,
        hostname: template.spec.hostname ?? (index === undefined ? undefined : `${name}-${index}`),
      },
    },
    event: (pod) => normalEvent('SuccessfulCreate', `Created pod: ${pod}`),
  }
}
