import type { ClosedShares, ClusterJobs, JobProgress, JobShare } from './job-record.js'

/** A Job in a member. */
export interface ObservedJob extends JobProgress {
  readonly parallelism: number
  readonly completions: number | undefined
  readonly uid: string
  readonly isSuspended: boolean
  /** Of an indexed Job, as numbers and ranges. */
  readonly completedIndexes: string | undefined
  readonly failedIndexes: string | undefined
}

/** A cluster that is ready, as a plan sees it. */
export interface ClusterSight {
  /** Whether the Job may run there. */
  readonly isSelected: boolean
  /** Whether it gets no more than it has. */
  readonly isKept?: boolean
  /** Whether the Jobs of the cluster are known by now. */
  readonly isKnown: boolean
  /** Whether a request without a response may have created the Job. */
  readonly mayExist: boolean
  /** Undefined if there is none of ours, or it is unknown. */
  readonly job: ObservedJob | undefined
}

/** Records what is seen of the share of a cluster. */
export function follow(jobs: ClusterJobs, { isSelected, isKnown, mayExist, job }: ClusterSight): ClusterJobs {
  if (!isKnown) return jobs
  const seen = job === undefined ? missed(jobs, mayExist) : observed(jobs, job)
  // The copy will be removed; what it has completed counts.
  return isSelected || seen.share?.end !== undefined ? seen : close(seen)
}

/** A completed share stays completed without its Job. Of another one the results stay. */
function missed(jobs: ClusterJobs, mayExist: boolean): ClusterJobs {
  const { share } = jobs
  if (mayExist || share?.uid === undefined || share.end !== undefined) return jobs
  return close(jobs)
}

function observed(jobs: ClusterJobs, job: ObservedJob): ClusterJobs {
  const { uid } = job
  if (jobs.closed?.uid === uid) return jobs
  const isAnother = jobs.share?.uid !== undefined && jobs.share.uid !== uid
  const { share, closed } = isAnother ? close(jobs) : jobs
  return { closed, share: updated(share, job) }
}

/** Counts never decrease. Members that have no share adopt the numbers of their Job. */
function updated(share: JobShare | undefined, job: ObservedJob): JobShare {
  const { uid, parallelism, completions, startTime, completionTime, end } = job
  return {
    parallelism: share?.parallelism ?? parallelism,
    completions,
    uid,
    succeeded: Math.max(share?.succeeded ?? 0, job.succeeded),
    failed: Math.max(share?.failed ?? 0, job.failed),
    startTime: startTime ?? share?.startTime,
    completionTime: completionTime ?? share?.completionTime,
    end: end ?? share?.end,
    ...(share?.isReplaced && { isReplaced: true }),
  }
}

/** Keeps only the results of the share. */
export function close({ share, closed }: ClusterJobs): ClusterJobs {
  return share === undefined ? { closed } : { closed: sum(closed, share) }
}

function sum(closed: ClosedShares | undefined, share: JobShare): ClosedShares | undefined {
  // A share that never existed leaves no trace.
  if (share.uid === undefined) return closed
  return {
    succeeded: (closed?.succeeded ?? 0) + share.succeeded,
    failed: (closed?.failed ?? 0) + share.failed,
    startTime: earliest(closed?.startTime, share.startTime),
    completionTime: latest(closed?.completionTime, share.completionTime),
    uid: share.uid,
  }
}

export const earliest = (a: string | undefined, b: string | undefined) =>
  a === undefined || (b !== undefined && Date.parse(b) < Date.parse(a)) ? b : a

export const latest = (a: string | undefined, b: string | undefined) =>
  a === undefined || (b !== undefined && Date.parse(b) > Date.parse(a)) ? b : a
