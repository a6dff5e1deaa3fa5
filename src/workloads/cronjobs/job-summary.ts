import type { CachedObject } from '#cache/cached-object.js'
import { isTrue } from '#controllers/conditions.js'
import type { Job } from '#kinds/batch/job/schema.js'
import { type OwnedObject, OwnedObjectIndex, ownedObject } from '#workloads/owned-objects.js'

/** On jobs: the scheduled time. */
export const SCHEDULED_AT = 'batch.kubernetes.io/cronjob-scheduled-timestamp'

/** The fields of a job that its cron job needs. */
export interface JobSummary extends OwnedObject {
  readonly createdAt: number
  readonly scheduledAt: string | undefined
  readonly hasSucceeded: boolean
  readonly hasFailed: boolean
  readonly isTerminating: boolean
  readonly completedAt: string | undefined
}

function summarizeJob(served: CachedObject): JobSummary {
  const { metadata, status } = JSON.parse(served.json.toString()) as Job
  return {
    ...ownedObject(served, metadata),
    createdAt: metadata.creationTimestamp ? Date.parse(metadata.creationTimestamp) : 0,
    scheduledAt: metadata.annotations?.[SCHEDULED_AT],
    hasSucceeded: isTrue(status.conditions, 'Complete'),
    hasFailed: isTrue(status.conditions, 'Failed'),
    isTerminating: Boolean(metadata.deletionTimestamp),
    completedAt: status.completionTime ?? undefined,
  }
}

export type Jobs = OwnedObjectIndex<JobSummary>
export const jobIndex = (): Jobs => new OwnedObjectIndex('batch/jobs/', summarizeJob)
