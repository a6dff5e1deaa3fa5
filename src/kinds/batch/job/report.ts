import type { Job, JobStatus } from './schema.js'

export const isConditionTrue = ({ conditions = [] }: Readonly<JobStatus>, type: string): boolean =>
  conditions.some((condition) => condition.type === type && condition.status === 'True')

export const isFinished = (status: Readonly<JobStatus>) =>
  isConditionTrue(status, 'Complete') || isConditionTrue(status, 'Failed')

/** What a status update does to a job. */
export interface Report {
  readonly job: Readonly<Job>
  readonly before: Readonly<JobStatus>
  /** Whether the field differs from the stored one, or for `finished` and conditions, whether that is true of both. */
  changes(...names: readonly Change[]): boolean
}

export type Change =
  | keyof JobStatus
  | 'finished'
  | 'Complete'
  | 'Failed'
  | 'FailureTarget'
  | 'SuccessCriteriaMet'
