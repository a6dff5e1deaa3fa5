import type { JobSpec } from '#kinds/batch/job/schema.js'
import { validateJobSpec } from '#kinds/batch/job/spec-rules.js'
import { jobSpecWarnings } from '#kinds/batch/job/validation.js'
import { podNameWarnings } from '#kinds/shared/workload/warnings.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAsOneOf, mustNotBeNegative } from '#meta/field-rules.js'
import { isTimeZone, scheduleErrors } from './schedule.js'
import type { CronJob, CronJobSpec, JobTemplateSpec } from './schema.js'

/** A job's name is that of its cron job and 11 characters for the time; job names have at most 63. */
const MAX_NAME_LENGTH = 63 - 11
const CONCURRENCY_POLICIES = ['Allow', 'Forbid', 'Replace']

export function validateCronJob({ spec }: Readonly<CronJob>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec)
}

export function validateNewCronJob({ metadata }: Readonly<CronJob>, errors: FieldErrors): void {
  const { name = '' } = metadata
  if (name.length > MAX_NAME_LENGTH) {
    errors.invalid('metadata.name', name, `must be no more than ${MAX_NAME_LENGTH} characters`)
  }
}

function validateSpec(spec: CronJobSpec, errors: FieldErrors): void {
  validateSchedule(spec.schedule, errors)
  mustNotBeNegative('startingDeadlineSeconds', spec.startingDeadlineSeconds, errors)
  validateTimeZone(spec.timeZone, errors)
  mustBeGivenAsOneOf('concurrencyPolicy', spec.concurrencyPolicy, CONCURRENCY_POLICIES, errors)
  errors.field('jobTemplate', spec.jobTemplate, validateJobTemplate)
  mustNotBeNegative('successfulJobsHistoryLimit', spec.successfulJobsHistoryLimit, errors)
  mustNotBeNegative('failedJobsHistoryLimit', spec.failedJobsHistoryLimit, errors)
}

function validateSchedule(schedule: string, errors: FieldErrors): void {
  if (schedule === '') {
    errors.required('schedule')
    return
  }
  errors.format('schedule', schedule, scheduleErrors)
  if (schedule.includes('TZ')) {
    errors.invalid('schedule', schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead')
  }
}

function validateTimeZone(zone: string | undefined, errors: FieldErrors): void {
  if (zone === undefined) return
  if (zone === '') {
    errors.invalid('timeZone', zone, 'timeZone must be nil or non-empty string')
    return
  }
  if (zone.toLowerCase() === 'local') {
    errors.invalid(
      'timeZone',
      zone,
      'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones',
    )
    // Go accepts this spelling as the server's own zone.
    if (zone === 'Local') return
  }
  if (!isTimeZone(zone)) errors.invalid('timeZone', zone, `unknown time zone ${zone}`)
}

function validateJobTemplate({ spec }: JobTemplateSpec, errors: FieldErrors): void {
  errors.field('spec', spec, validateJobTemplateSpec)
}

/** The selector is generated for each job. */
function validateJobTemplateSpec(spec: JobSpec, errors: FieldErrors): void {
  validateJobSpec(spec, errors)
  if (spec.selector !== undefined) {
    errors.invalid('selector', spec.selector, '`selector` will be auto-generated')
  }
  if (spec.manualSelector === true) errors.notSupported('manualSelector', true, ['nil', 'false'])
}

export function cronJobWarnings(
  cronJob: Readonly<CronJob>,
  current: Readonly<CronJob> | undefined,
  isChanged: boolean,
): readonly string[] {
  const { spec } = cronJob.spec.jobTemplate
  return [
    ...podNameWarnings(cronJob, current),
    ...(isChanged ? jobSpecWarnings(spec, 'spec.jobTemplate.spec') : []),
  ]
}
