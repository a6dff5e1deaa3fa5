import type { Job } from '../../kinds/batch/job/schema.js'
import { isTrue } from '../conditions.js'
import { isActive, type PodSummary } from '../pods/summary.js'
import { parseIndexes } from './index-set.js'

export const INDEX = 'batch.kubernetes.io/job-completion-index'
/** Keeps a pod until its end is counted. */
export const TRACKED = 'batch.kubernetes.io/job-tracking'
/** How often the index of a pod had failed before it. */
export const FAILURES = 'batch.kubernetes.io/job-index-failure-count'

/** The first pause after a failed pod, and the longest. Each failure doubles it. */
const FIRST_BACK_OFF_MS = 10_000
const LONGEST_BACK_OFF_MS = 600_000

export const indexOf = ({ annotations }: PodSummary): number | undefined => {
  const text = annotations[INDEX]
  return text === undefined || !/^\d+$/.test(text) ? undefined : Number(text)
}

/** What the pods of a job and what was counted of them before come to. */
export class JobState {
  readonly job: Readonly<Job>
  readonly pods: readonly PodSummary[]
  readonly active: readonly PodSummary[]
  readonly terminating: readonly PodSummary[]
  /** Ended, and not counted for good: their finalizer is taken off next. */
  readonly endedTracked: readonly PodSummary[]
  readonly succeeded: number
  readonly failed: number
  readonly completed: ReadonlySet<number>
  readonly failedIndexes: ReadonlySet<number>

  constructor(job: Readonly<Job>, pods: readonly PodSummary[]) {
    this.job = job
    this.pods = pods
    this.active = pods.filter(isActive)
    this.terminating = pods.filter(({ isGoing, phase }) => isGoing && !hasEnded(phase))
    this.endedTracked = pods.filter((pod) => pod.isTracked && this.#counts(pod))
    const { status } = job
    const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {}
    const fresh = this.endedTracked.filter(({ uid }) => !succeeded.includes(uid) && !failed.includes(uid))
    const freshSucceeded = fresh.filter(({ phase }) => phase === 'Succeeded')
    const completed = parseIndexes(status.completedIndexes)
    const failedIndexes = parseIndexes(status.failedIndexes)
    for (const pod of pods) {
      const index = indexOf(pod)
      if (index === undefined) continue
      if (pod.phase === 'Succeeded') completed.add(index)
      const limit = job.spec.backoffLimitPerIndex
      if (limit !== undefined && this.#hasFailed(pod) && failuresBefore(pod) >= limit)
        failedIndexes.add(index)
    }
    this.completed = completed
    this.failedIndexes = failedIndexes
    this.succeeded = this.isIndexed
      ? completed.size
      : (status.succeeded ?? 0) + succeeded.length + freshSucceeded.length
    this.failed = (status.failed ?? 0) + failed.length + fresh.length - freshSucceeded.length
  }

  get isIndexed(): boolean {
    return this.job.spec.completionMode === 'Indexed'
  }

  get isFinished(): boolean {
    const { conditions } = this.job.status
    return isTrue(conditions, 'Complete') || isTrue(conditions, 'Failed')
  }

  /** When the job ended; undefined while it goes on. */
  get finishedAt(): number | undefined {
    const end = this.job.status.conditions?.find(
      ({ type, status }) => (type === 'Complete' || type === 'Failed') && status === 'True',
    )
    return end?.lastTransitionTime ? Date.parse(end.lastTransitionTime) : undefined
  }

  /** How many pods there may be now. */
  get wanted(): number {
    const { parallelism = 1, completions } = this.job.spec
    if (completions === undefined) return this.succeeded > 0 ? this.active.length : parallelism
    const left = completions - this.succeeded - (this.isIndexed ? this.failedIndexes.size : 0)
    return Math.max(Math.min(parallelism, left), 0)
  }

  get isComplete(): boolean {
    const { completions } = this.job.spec
    if (completions === undefined) return this.succeeded > 0 && this.active.length === 0
    return this.succeeded >= completions
  }

  /** Pods of a job start again by themselves where their restart policy says so, and that counts, too. */
  get restarts(): number {
    if (this.job.spec.template.spec.restartPolicy !== 'OnFailure') return 0
    return this.active.reduce((sum, { restarts }) => sum + restarts, 0)
  }

  /** When the next pod may be made after the failures so far; undefined when it may at once. */
  nextPodAt(now: number): number | undefined {
    const ends = this.pods.filter((pod) => this.#hasFailed(pod)).map(({ endedAt }) => endedAt)
    if (ends.length === 0) return undefined
    const succeededAt = Math.max(
      0,
      ...this.pods.filter(({ phase }) => phase === 'Succeeded').map(({ endedAt }) => endedAt),
    )
    const since = ends.filter((end) => end > succeededAt).length
    if (since === 0) return undefined
    const due = Math.max(...ends) + Math.min(FIRST_BACK_OFF_MS * 2 ** (since - 1), LONGEST_BACK_OFF_MS)
    return due > now ? due : undefined
  }

  #counts(pod: PodSummary): boolean {
    return hasEnded(pod.phase) || this.#hasFailed(pod)
  }

  /** A pod that was deleted before its end has failed, unless the job itself has ended it. */
  #hasFailed({ phase, isGoing }: PodSummary): boolean {
    if (phase === 'Failed') return true
    const isEnding = this.isFinished || this.job.spec.suspend === true
    return isGoing && phase !== 'Succeeded' && !isEnding && this.job.spec.podReplacementPolicy !== 'Failed'
  }
}

export const hasEnded = (phase: string) => phase === 'Succeeded' || phase === 'Failed'
export const failuresBefore = ({ annotations }: PodSummary) => Number(annotations[FAILURES] ?? 0) || 0
