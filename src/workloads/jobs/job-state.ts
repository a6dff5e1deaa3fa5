import { isTrue } from '#controllers/conditions.js'
import type { Job } from '#kinds/batch/job/schema.js'
import { isActive, type PodSummary } from '#workloads/pods/summary.js'
import { type FailurePolicyMatch, matchFailurePolicy } from './failure-policy.js'

export const INDEX_ANNOTATION = 'batch.kubernetes.io/job-completion-index'
/** The finalizer that keeps a pod until it is counted. */
export const TRACKING_FINALIZER = 'batch.kubernetes.io/job-tracking'
/** On pods: how often their index failed before. */
export const INDEX_FAILURES_ANNOTATION = 'batch.kubernetes.io/job-index-failure-count'

/** Initial and maximum backoff after failed pods. */
const FIRST_BACK_OFF_MS = 10_000
const MAX_BACK_OFF_MS = 600_000

export const indexOf = ({ annotations }: PodSummary): number | undefined => {
  const text = annotations[INDEX_ANNOTATION]
  return text === undefined || !/^\d+$/.test(text) ? undefined : Number(text)
}

/** The state of a job, from its pods and its status. */
export class JobState {
  readonly job: Readonly<Job>
  readonly pods: readonly PodSummary[]
  readonly active: readonly PodSummary[]
  readonly terminating: readonly PodSummary[]
  /** Finished but not counted yet: their finalizer is removed next. */
  readonly endedTracked: readonly PodSummary[]
  /** Never counted: failures that the policy ignores, and pods that a succeeded job no longer needs. */
  readonly ignored: readonly PodSummary[]
  readonly succeeded: number
  readonly failed: number
  readonly completed: ReadonlySet<number>
  readonly failedIndexes: ReadonlySet<number>
  /** Why the failure policy fails the job because of one pod. */
  readonly fatalFailure: string | undefined
  readonly #verdicts = new Map<PodSummary, FailurePolicyMatch>()

  constructor(job: Readonly<Job>, pods: readonly PodSummary[]) {
    this.job = job
    this.pods = pods
    this.active = pods.filter(isActive)
    this.terminating = pods.filter(({ isTerminating, phase }) => isTerminating && !hasEnded(phase))
    const tracked = pods.filter(({ isTracked }) => isTracked)
    this.ignored = tracked.filter((pod) => this.#isIgnored(pod))
    const ended = tracked.filter((pod) => hasEnded(pod.phase) || this.#hasFailed(pod))
    this.endedTracked = ended.filter((pod) => !this.#isIgnored(pod))
    this.fatalFailure = ended
      .map((pod) => this.#verdictOn(pod))
      .find((verdict) => verdict?.action === 'FailJob')?.message
    const { status } = job
    const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {}
    const reported = new Set([...succeeded, ...failed])
    const fresh = this.endedTracked.filter(({ uid }) => !reported.has(uid))
    const freshSucceeded = fresh.filter(({ phase }) => phase === 'Succeeded')
    this.completed = this.#completedIndexes()
    this.failedIndexes = this.#newlyFailedIndexes()
    this.succeeded = this.isIndexed
      ? this.completed.size
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

  /** Undefined while the job runs. */
  get finishedAt(): number | undefined {
    const end = this.job.status.conditions?.find(
      ({ type, status }) => (type === 'Complete' || type === 'Failed') && status === 'True',
    )
    return end?.lastTransitionTime ? Date.parse(end.lastTransitionTime) : undefined
  }

  /** How many pods may run now. */
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

  /** Container restarts count as well, if the restart policy allows them. */
  get restarts(): number {
    if (this.job.spec.template.spec.restartPolicy !== 'OnFailure') return 0
    return this.active.reduce((sum, { restarts }) => sum + restarts, 0)
  }

  /** When the backoff allows another pod; undefined if it does now. */
  nextPodAt(now: number): number | undefined {
    const ends = this.#countedFailures(this.pods).map(({ endedAt }) => endedAt)
    const succeededAt = this.pods
      .filter(({ phase }) => phase === 'Succeeded')
      .reduce((latest, { endedAt }) => Math.max(latest, endedAt), 0)
    return backOffEnd(
      ends.filter((end) => end > succeededAt),
      now,
    )
  }

  /** The failed pods of an index, and when the backoff allows another. */
  failuresOf(index: number, now: number): { readonly count: number; readonly nextAt: number | undefined } {
    const failed = this.#countedFailures(this.pods.filter((pod) => indexOf(pod) === index))
    const count = failed.reduce((most, pod) => Math.max(most, failuresBefore(pod) + 1), 0)
    const last = failed.reduce((latest, { endedAt }) => Math.max(latest, endedAt), 0)
    return { count, nextAt: backOffEnd(new Array<number>(count).fill(last), now) }
  }

  #countedFailures(pods: readonly PodSummary[]): readonly PodSummary[] {
    return pods.filter((pod) => this.#hasFailed(pod) && this.#verdictOn(pod)?.action !== 'Ignore')
  }

  #completedIndexes(): ReadonlySet<number> {
    const completed = parseIndexes(this.job.status.completedIndexes)
    for (const pod of this.pods) {
      const index = pod.phase === 'Succeeded' ? indexOf(pod) : undefined
      if (index !== undefined) completed.add(index)
    }
    return completed
  }

  #newlyFailedIndexes(): ReadonlySet<number> {
    const limit = this.job.spec.backoffLimitPerIndex
    const failed = parseIndexes(this.job.status.failedIndexes)
    if (limit === undefined) return failed
    for (const pod of this.pods) {
      const index = indexOf(pod)
      if (index === undefined || !this.#hasFailed(pod)) continue
      const action = this.#verdictOn(pod)?.action
      if (action === 'FailIndex' || (action !== 'Ignore' && failuresBefore(pod) >= limit)) failed.add(index)
    }
    return failed
  }

  #verdictOn(pod: PodSummary): FailurePolicyMatch | undefined {
    if (pod.phase !== 'Failed') return undefined
    const known = this.#verdicts.get(pod)
    if (known !== undefined) return known
    const verdict = matchFailurePolicy(this.job, pod)
    this.#verdicts.set(pod, verdict)
    return verdict
  }

  #isIgnored(pod: PodSummary): boolean {
    const hasSucceeded = isTrue(this.job.status.conditions, 'SuccessCriteriaMet')
    return hasSucceeded ? !hasEnded(pod.phase) : this.#verdictOn(pod)?.action === 'Ignore'
  }

  /**
   * A pod that is deleted early has failed, unless only failed pods are replaced: then it must end first. All
   * remaining pods of a failed job have failed.
   */
  #hasFailed({ phase, isTerminating }: PodSummary): boolean {
    if (phase === 'Failed') return true
    if (phase === 'Succeeded') return false
    if (isTrue(this.job.status.conditions, 'FailureTarget')) return true
    return isTerminating && this.job.spec.podReplacementPolicy !== 'Failed'
  }
}

/** The end of the backoff after consecutive failures; undefined if it is over. */
function backOffEnd(ends: readonly number[], now: number): number | undefined {
  if (ends.length === 0) return undefined
  const last = ends.reduce((latest, end) => Math.max(latest, end), 0)
  const due = last + Math.min(FIRST_BACK_OFF_MS * 2 ** (ends.length - 1), MAX_BACK_OFF_MS)
  return due > now ? due : undefined
}

export const hasEnded = (phase: string) => phase === 'Succeeded' || phase === 'Failed'
export const failuresBefore = ({ annotations }: PodSummary) =>
  Number(annotations[INDEX_FAILURES_ANNOTATION] ?? 0) || 0

/** Parses indexes such as `0-2,5`. */
export function parseIndexes(text: string | undefined): Set<number> {
  const indexes = new Set<number>()
  for (const part of (text ?? '').split(',')) {
    if (part === '') continue
    const [first = '', last = first] = part.split('-')
    for (let index = Number(first); index <= Number(last); index++) indexes.add(index)
  }
  return indexes
}

/** The shortest form, sorted. */
export function formatIndexes(indexes: Iterable<number>): string {
  const sorted = [...new Set(indexes)].sort((a, b) => a - b)
  const ranges: string[] = []
  for (let start = 0; start < sorted.length; ) {
    let end = start
    while (sorted[end + 1] === (sorted[end] as number) + 1) end++
    // Two neighbours are not a range.
    if (end === start) ranges.push(String(sorted[start]))
    else if (end === start + 1) ranges.push(String(sorted[start]), String(sorted[end]))
    else ranges.push(`${sorted[start]}-${sorted[end]}`)
    start = end + 1
  }
  return ranges.join(',')
}
