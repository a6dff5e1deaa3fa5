import { normalEvent } from '#controllers/events/event-recorder.js'
import { parseSchedule } from '#kinds/batch/cronjob/schedule.js'
import type { CronJob } from '#kinds/batch/cronjob/schema.js'
import { formatTime } from '#schema/times.js'
import { type Action, type ActionPlan, CRON_JOB, controlledBy, JOB } from '#workloads/action.js'
import type { WorkloadKind } from '#workloads/workload-controller.js'
import { type JobSummary, type Jobs, SCHEDULED_AT } from './job-summary.js'
import { lastTimeBetween, nextTime } from './next-time.js'

/** For schedules without a time zone. */
const DEFAULT_ZONE = 'UTC'

/** Creates jobs on a schedule. */
export function cronJobs(jobs: Jobs): WorkloadKind<CronJob> {
  const of = ({ metadata }: Readonly<CronJob>) => jobs.of(metadata.uid ?? '')
  return {
    kind: CRON_JOB,
    prefix: 'batch/cronjobs/',
    component: 'cronjob-controller',
    plan: (cronJob, now) => planCronJob(cronJob, of(cronJob), now),
    status: (cronJob) => cronJobStatus(cronJob, of(cronJob)),
    follow: (enqueue) => [
      jobs.onChange((before, after) => {
        enqueue(before?.owner)
        if (after?.owner !== before?.owner) enqueue(after?.owner)
      }),
    ],
  }
}

const isUnfinished = ({ hasSucceeded, hasFailed }: JobSummary) => !hasSucceeded && !hasFailed

export function planCronJob(
  cronJob: Readonly<CronJob>,
  jobs: readonly JobSummary[],
  now: number,
): ActionPlan {
  const { metadata, spec, status } = cronJob
  if (metadata.deletionTimestamp) return { actions: [] }
  const forgotten = forgetFinished(cronJob, jobs)
  if (spec.suspend) return { actions: forgotten }
  const schedule = parseSchedule(spec.schedule)
  const zone = spec.timeZone ?? DEFAULT_ZONE
  const requeueAt = nextTime(schedule, now, zone)
  const created = metadata.creationTimestamp ? Date.parse(metadata.creationTimestamp) : now
  const earliest = Math.max(
    lastScheduleTime(status.lastScheduleTime, jobs) ?? created,
    spec.startingDeadlineSeconds === undefined ? 0 : now - spec.startingDeadlineSeconds * 1000,
  )
  const due = lastTimeBetween(schedule, earliest, now, zone)
  if (due === undefined) return { actions: forgotten, requeueAt }
  const active = jobs.filter(isUnfinished)
  // A job that has to wait is due again when the other one ends.
  if (spec.concurrencyPolicy === 'Forbid' && active.length > 0) return { actions: forgotten, requeueAt }
  const replaced =
    spec.concurrencyPolicy === 'Replace'
      ? active.filter(({ isTerminating }) => !isTerminating).map(removeJob)
      : []
  return { actions: [...forgotten, ...replaced, newJob(cronJob, due.last)], requeueAt }
}

function lastScheduleTime(
  reported: string | null | undefined,
  jobs: readonly JobSummary[],
): number | undefined {
  const times = jobs.flatMap(({ scheduledAt }) =>
    scheduledAt === undefined ? [] : [Date.parse(scheduledAt)],
  )
  if (reported) times.push(Date.parse(reported))
  return times.length === 0 ? undefined : Math.max(...times)
}

/** The name contains the time, so that each time has one job. */
function newJob(cronJob: Readonly<CronJob>, time: number): Action {
  const { metadata, spec } = cronJob
  const { jobTemplate } = spec
  return {
    type: 'create',
    of: JOB,
    object: {
      metadata: {
        ...jobTemplate.metadata,
        name: `${metadata.name}-${Math.floor(time / 60_000)}`,
        annotations: { ...jobTemplate.metadata.annotations, [SCHEDULED_AT]: formatTime(new Date(time)) },
        ownerReferences: [controlledBy(CRON_JOB, cronJob)],
      },
      spec: jobTemplate.spec,
    },
    event: (name) => normalEvent('SuccessfulCreate', `Created job ${name}`),
  }
}

const removeJob = ({ name, uid }: JobSummary): Action => ({
  type: 'delete',
  of: JOB,
  target: { name, uid },
  event: normalEvent('SuccessfulDelete', `Deleted job ${name}`),
})

/** Keeps the newest finished jobs. */
function forgetFinished({ spec }: Readonly<CronJob>, jobs: readonly JobSummary[]): readonly Action[] {
  const excess = (ended: readonly JobSummary[], limit: number) =>
    [...ended]
      .filter(({ isTerminating }) => !isTerminating)
      .sort((a, b) => b.createdAt - a.createdAt || (a.name < b.name ? 1 : -1))
      .slice(limit)
  return [
    ...excess(
      jobs.filter(({ hasSucceeded }) => hasSucceeded),
      spec.successfulJobsHistoryLimit ?? 3,
    ),
    ...excess(
      jobs.filter(({ hasFailed }) => hasFailed),
      spec.failedJobsHistoryLimit ?? 1,
    ),
  ].map(removeJob)
}

export function cronJobStatus({ status }: Readonly<CronJob>, jobs: readonly JobSummary[]): CronJob['status'] {
  const last = lastScheduleTime(status.lastScheduleTime, jobs)
  const ends = jobs.flatMap(({ hasSucceeded, completedAt }) =>
    hasSucceeded && completedAt !== undefined ? [Date.parse(completedAt)] : [],
  )
  if (status.lastSuccessfulTime) ends.push(Date.parse(status.lastSuccessfulTime))
  const active = jobs
    .filter(isUnfinished)
    .sort((a, b) => a.createdAt - b.createdAt || (a.name < b.name ? -1 : 1))
    .map(({ namespace, name, uid }) => ({ kind: 'Job', namespace, name, uid, apiVersion: 'batch/v1' }))
  return {
    ...status,
    active: active.length === 0 ? undefined : active,
    lastScheduleTime: last === undefined ? undefined : formatTime(new Date(last)),
    lastSuccessfulTime: ends.length === 0 ? undefined : formatTime(new Date(Math.max(...ends))),
  } as CronJob['status']
}
