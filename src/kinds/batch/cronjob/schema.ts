import { JobSpec } from '#kinds/batch/job/schema.js'
import { ObjectReference } from '#kinds/shared/object-reference.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  boolean,
  explicit,
  type Infer,
  int32,
  int64,
  list,
  optional,
  required,
  string,
  struct,
  time,
} from '#schema/type.js'

export const JobTemplateSpec = struct(
  'io.k8s.api.batch.v1.JobTemplateSpec',
  'Pattern from which a cron job creates jobs.',
  () => ({
    metadata: optional(1, ObjectMeta, 'Labels and annotations given to each created job.'),
    spec: optional(2, JobSpec, 'Spec of each created job; the server always generates its selector.'),
  }),
)
export interface JobTemplateSpec extends Infer<typeof JobTemplateSpec> {}

export const CronJobSpec = struct(
  'io.k8s.api.batch.v1.CronJobSpec',
  'Schedule of a cron job, and the job to start.',
  () => ({
    schedule: required(
      1,
      string,
      'When jobs are started: minute, hour, day of month, month and day of week, or a word such as @hourly.',
    ),
    timeZone: explicit(
      8,
      string,
      'Time zone of the schedule, such as Europe/Berlin; that of the controller when absent.',
    ),
    startingDeadlineSeconds: explicit(
      2,
      int64,
      'Deadline, in seconds, for starting a job that missed its time; no deadline when absent.',
    ),
    concurrencyPolicy: optional(
      3,
      string,
      'Whether a new job may run beside the last one (Allow), is skipped (Forbid) or replaces it (Replace).',
      { default: 'Allow', enum: ['Allow', 'Forbid', 'Replace'] },
    ),
    suspend: explicit(4, boolean, 'True suspends the schedule; running jobs go on.', { default: false }),
    jobTemplate: required(5, JobTemplateSpec, 'Job to start at each time of the schedule.'),
    successfulJobsHistoryLimit: explicit(
      6,
      int32,
      'Number of successful jobs to keep; three when left out.',
      {
        default: 3,
      },
    ),
    failedJobsHistoryLimit: explicit(7, int32, 'Number of failed jobs to keep; one when left out.', {
      default: 1,
    }),
  }),
)
export interface CronJobSpec extends Infer<typeof CronJobSpec> {}

export const CronJobStatus = struct(
  'io.k8s.api.batch.v1.CronJobStatus',
  'Observed state of a cron job.',
  () => ({
    active: optional(1, list(ObjectReference), 'Jobs that are running.', { listType: 'atomic' }),
    lastScheduleTime: explicit(4, time, 'When a job was last started.'),
    lastSuccessfulTime: explicit(5, time, 'When a job last succeeded.'),
  }),
)
export interface CronJobStatus extends Infer<typeof CronJobStatus> {}

export const CronJob = struct(
  'io.k8s.api.batch.v1.CronJob',
  'Starts jobs at the times of a schedule.',
  () => ({
    ...typeMeta,
    metadata: optional(
      1,
      ObjectMeta,
      'Name (at most 52 characters), namespace, labels and other standard data.',
    ),
    spec: optional(2, CronJobSpec, 'The schedule, and the job to start.'),
    status: optional(3, CronJobStatus, 'Running jobs and last times, as reported by the controller.'),
  }),
)
export interface CronJob extends Infer<typeof CronJob> {}
