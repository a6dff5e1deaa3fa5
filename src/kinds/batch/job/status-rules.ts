import { OMITTED } from '#meta/field-error.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import { semanticEqual } from '#schema/equal.js'
import { validateEnd, validateIndexes, validateTransition } from './end-rules.js'
import { type Change, isConditionTrue, isFinished, type Report } from './report.js'
import { type Job, JobStatus, type UncountedTerminatedPods } from './schema.js'

/**
 * The rules on a status update. Most hold only for what the update changes, so that a controller can report on a job
 * whose status was wrong before.
 */
export function validateJobStatus(
  job: Readonly<Job>,
  { status: before }: Readonly<Job>,
  errors: FieldErrors,
): void {
  const report: Report = {
    job,
    before,
    changes: (...names) => names.some((name) => isChanged(name, job.status, before)),
  }
  errors.field('status', job.status, validateCounts)
  errors.field('status', job.status, validateEnd, report)
  errors.field('status', job.status, validateIndexes, report)
  errors.field('status', job.status, validateCriteria, report)
  errors.field('status', job.status, validateTransition, report)
}

function isChanged(name: Change, status: Readonly<JobStatus>, before: Readonly<JobStatus>): boolean {
  if (name === 'finished') return isFinished(status) !== isFinished(before)
  if (name in JobStatus.fields) {
    const field = name as keyof JobStatus
    return !semanticEqual(JobStatus.fields[field].type, status[field], before[field])
  }
  return isConditionTrue(status, name) !== isConditionTrue(before, name)
}

const COUNTS = ['active', 'succeeded', 'failed', 'ready', 'terminating'] as const

function validateCounts(status: JobStatus, errors: FieldErrors): void {
  for (const field of COUNTS) mustNotBeNegative(field, status[field], errors)
  errors.field('uncountedTerminatedPods', status.uncountedTerminatedPods, validateUncounted)
}

function validateUncounted(uncounted: UncountedTerminatedPods, errors: FieldErrors): void {
  const seen = new Set<string>()
  for (const field of ['succeeded', 'failed'] as const) {
    errors.each(field, uncounted[field], mustBeNew, seen)
  }
}

function mustBeNew(uid: string, errors: FieldErrors, seen: Set<string>): void {
  if (uid === '') errors.invalid('', uid, 'must not be empty')
  else if (seen.has(uid)) errors.duplicate('', uid)
  seen.add(uid)
}

/** The last of the rules that do not compare with the stored status. */
function validateCriteria(status: JobStatus, errors: FieldErrors, { job, changes }: Report): void {
  const { active = 0, ready = 0, terminating = 0 } = status
  const holds = (type: string) => isConditionTrue(status, type)
  if (isFinished(status) && terminating > 0 && changes('finished', 'terminating')) {
    errors.invalid('terminating', terminating, 'terminating>0 is invalid for finished job')
  }
  if (ready > active && changes('ready', 'active')) {
    errors.invalid('ready', ready, 'cannot set more ready pods than active')
  }
  const reject = (text: string) => errors.invalid('conditions', OMITTED, text)
  const isMet = holds('SuccessCriteriaMet')
  if (isMet && holds('Failed')) reject('cannot set SuccessCriteriaMet=True and Failed=true conditions')
  if (isMet && holds('FailureTarget')) {
    reject('cannot set SuccessCriteriaMet=True and FailureTarget=true conditions')
  }
  if (job.spec.successPolicy !== undefined && !isMet && holds('Complete')) {
    reject('cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True')
  }
}
