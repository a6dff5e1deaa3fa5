import { type Condition, isTrue, withCondition } from '#controllers/conditions.js'
import { earliest, latest } from '#federation/jobs/followed-share.js'
import type { FederatedObject } from '#federation/propagation/federated-object.js'
import { formatTime } from '#schema/times.js'
import type { ClusterState } from './cluster-state.js'

interface StatusOfJob {
  readonly conditions?: readonly Condition[] | undefined
  readonly startTime?: string | undefined
  readonly completionTime?: string | undefined
  readonly succeeded?: number | undefined
  readonly failed?: number | undefined
}

/** The results of all clusters, those of lost ones included. */
interface JobResults {
  readonly succeeded: number
  readonly failed: number
  readonly startTime: string | undefined
  readonly completionTime: string | undefined
}

function resultsOf({ jobPlan, spec }: FederatedObject): JobResults {
  let [succeeded, failed] = [0, 0]
  let startTime: string | undefined
  let completionTime: string | undefined
  for (const { share, closed } of jobPlan?.record.clusters.values() ?? []) {
    for (const part of [share, closed]) {
      if (part === undefined) continue
      // Shares of an indexed Job are the same indexes, tried again.
      succeeded = spec.isIndexed ? Math.max(succeeded, part.succeeded) : succeeded + part.succeeded
      failed += part.failed
      startTime = earliest(startTime, part.startTime)
      completionTime = latest(completionTime, part.completionTime)
    }
  }
  // A cluster that was lost may have completed what others did again.
  const { completions = Number.POSITIVE_INFINITY } = spec.divided
  return { succeeded: Math.min(succeeded, completions), failed, startTime, completionTime }
}

/** Follows the rules for a Job: counts do not decrease, and a finished one stays as it is. */
export function jobStatus(
  federated: FederatedObject,
  states: readonly ClusterState[],
  sums: Readonly<Record<string, number>>,
  before: StatusOfJob,
  now: number,
): Record<string, unknown> {
  // A lost cluster may return and still run what others have finished. Only the status of the cluster shows that.
  if (isTrue(before.conditions, 'Complete') || isTrue(before.conditions, 'Failed'))
    return { ...ENDED, succeeded: before.succeeded, failed: before.failed }
  const { active = 0, terminating = 0 } = sums
  const { isComplete = false, failure } = federated.jobPlan ?? {}
  const results = resultsOf(federated)
  const hasEnded = active === 0 && terminating === 0 && (isComplete || failure !== undefined)
  const time = formatTime(new Date(now))
  // It stays, also when a cluster that was out of reach turns out to have started earlier.
  const startTime = before.startTime ?? results.startTime ?? (hasEnded ? time : undefined)
  const completionTime =
    isComplete && hasEnded ? latest(startTime, results.completionTime ?? time) : undefined
  let conditions = withSuspension(before.conditions, states, now)
  if (failure !== undefined) {
    const { reason, message } = failure
    conditions = withCondition(conditions, { type: 'FailureTarget', status: 'True', reason, message }, now)
    if (hasEnded)
      conditions = withCondition(conditions, { type: 'Failed', status: 'True', reason, message }, now)
  } else if (isComplete && hasEnded) {
    for (const type of ['SuccessCriteriaMet', 'Complete'])
      conditions = withCondition(conditions, { type, status: 'True', ...COMPLETED }, now)
  }
  return {
    active,
    terminating,
    ready: Math.min(sums.ready ?? 0, active),
    succeeded: Math.max(results.succeeded, before.succeeded ?? 0),
    failed: Math.max(results.failed, before.failed ?? 0),
    startTime,
    completionTime,
    conditions,
    ...indexesOf(federated),
  }
}

const ENDED = { active: 0, terminating: 0, ready: 0 }
const COMPLETED = { reason: 'CompletionsReached', message: 'all clusters have completed their shares' }
const SUSPENDED = { type: 'Suspended', status: 'True', reason: 'JobSuspended', message: 'Job suspended' }
const RESUMED = { type: 'Suspended', status: 'False', reason: 'JobResumed', message: 'Job resumed' }

/** Suspended where it is not finished. */
function withSuspension(
  conditions: readonly Condition[] | undefined,
  states: readonly ClusterState[],
  now: number,
): readonly Condition[] {
  const jobs = states.flatMap(({ copy }) => copy?.observed?.job ?? []).filter(({ end }) => end === undefined)
  if (jobs.length > 0 && jobs.every(({ isSuspended }) => isSuspended))
    return withCondition(conditions, SUSPENDED, now)
  return isTrue(conditions, 'Suspended') ? withCondition(conditions, RESUMED, now) : (conditions ?? [])
}

/** The indexes of the one cluster that runs an indexed Job. */
function indexesOf({ spec, jobPlan, copies }: FederatedObject): Record<string, unknown> {
  if (!spec.isIndexed) return {}
  for (const [cluster, { share }] of jobPlan?.record.clusters ?? []) {
    if (share === undefined || share.isReplaced) continue
    const { completedIndexes, failedIndexes } = copies.get(cluster)?.observed?.job ?? {}
    if (completedIndexes !== undefined || failedIndexes !== undefined)
      return { completedIndexes, failedIndexes }
  }
  return {}
}
