import { OMITTED } from '#meta/field-error.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustNotBeNegative } from '#meta/field-rules.js'
import { countIndexes } from './indexes.js'
import type { Job, JobSpec, JobStatus, UncountedTerminatedPods } from './schema.js'

export const isConditionTrue = ({ conditions = [] }: Readonly<JobStatus>, type: string): boolean =>
  conditions.some((condition) => condition.type === type && condition.status === 'True')

const isFinished = (status: JobStatus) =>
  isConditionTrue(status, 'Complete') || isConditionTrue(status, 'Failed')

/** The rules on a status update. */
export function validateJobStatus(
  { spec, status }: Readonly<Job>,
  { status: before }: Readonly<Job>,
  errors: FieldErrors,
): void {
  errors.field('status', status, validateCounts)
  errors.field('status', status, validateIndexes, spec)
  if (isFinished(status) && !isFinished(before)) errors.field('status', status, validateEnd)
  errors.field('status', status, validateTimes)
  errors.field('status', status, validateProgress, before)
}

const COUNTS = ['active', 'succeeded', 'failed', 'ready', 'terminating'] as const

function validateCounts(status: JobStatus, errors: FieldErrors): void {
  for (const field of COUNTS) mustNotBeNegative(field, status[field], errors)
  errors.field('uncountedTerminatedPods', status.uncountedTerminatedPods, validateUncounted)
  if ((status.ready ?? 0) > (status.active ?? 0)) {
    errors.invalid('ready', status.ready, 'cannot set more ready pods than active')
  }
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

function validateIndexes(
  { completedIndexes, failedIndexes }: JobStatus,
  errors: FieldErrors,
  { completionMode, completions = 0, backoffLimitPerIndex }: JobSpec,
): void {
  if (completedIndexes !== undefined && completionMode !== 'Indexed') {
    errors.invalid(
      'completedIndexes',
      completedIndexes,
      'cannot set non-empty completedIndexes when non-indexed completion mode',
    )
  } else mustBeIndexes('completedIndexes', completedIndexes, completions, errors)
  if (failedIndexes !== undefined && backoffLimitPerIndex === undefined) {
    errors.invalid(
      'failedIndexes',
      failedIndexes,
      'cannot set non-null failedIndexes when backoffLimitPerIndex is null',
    )
  } else mustBeIndexes('failedIndexes', failedIndexes, completions, errors)
}

function mustBeIndexes(
  field: string,
  text: string | undefined,
  completions: number,
  errors: FieldErrors,
): void {
  const count = countIndexes(text ?? '', completions)
  if (typeof count === 'string') errors.invalid(field, text, `error parsing ${field}: ${count}`)
}

/** A finished job has no active pods, and its conditions do not contradict each other. */
function validateEnd(status: JobStatus, errors: FieldErrors): void {
  const { active = 0, terminating = 0, uncountedTerminatedPods: uncounted } = status
  const holds = (type: string) => isConditionTrue(status, type)
  if (holds('Complete') && holds('Failed')) {
    errors.invalid('conditions', OMITTED, 'cannot set Complete=True and Failed=true conditions')
  }
  if (holds('Complete') && holds('FailureTarget')) {
    errors.invalid('conditions', OMITTED, 'cannot set Complete=True and FailureTarget=true conditions')
  }
  if (holds('Failed') && !holds('FailureTarget')) {
    errors.invalid(
      'conditions',
      OMITTED,
      'cannot set Failed=True condition without the FailureTarget=true condition',
    )
  }
  if (holds('Complete') && !holds('SuccessCriteriaMet')) {
    errors.invalid(
      'conditions',
      OMITTED,
      'cannot set Complete=True condition without the SuccessCriteriaMet=true condition',
    )
  }
  if (active > 0) errors.invalid('active', active, 'active>0 is invalid for finished job')
  if (terminating > 0) {
    errors.invalid('terminating', terminating, 'terminating>0 is invalid for finished job')
  }
  if (!status.startTime) errors.required('startTime', 'startTime is required for finished job')
  if (holds('Complete') && !status.completionTime) {
    errors.required('completionTime', 'completionTime is required for Complete jobs')
  }
  if ((uncounted?.succeeded ?? uncounted?.failed) !== undefined) {
    errors.invalid(
      'uncountedTerminatedPods',
      uncounted,
      'uncountedTerminatedPods needs to be empty for finished job',
    )
  }
}

function validateTimes(status: JobStatus, errors: FieldErrors): void {
  const { startTime, completionTime } = status
  if (!completionTime) return
  if (!isConditionTrue(status, 'Complete')) {
    errors.invalid(
      'completionTime',
      completionTime,
      'cannot set completionTime when there is no Complete=True condition',
    )
  }
  if (startTime && Date.parse(completionTime) < Date.parse(startTime)) {
    errors.invalid('completionTime', completionTime, 'completionTime cannot be set before startTime')
  }
}

const LASTING = ['Failed', 'Complete', 'FailureTarget', 'SuccessCriteriaMet']

/** Counts do not decrease, and a finished job stays finished. */
function validateProgress(status: JobStatus, errors: FieldErrors, before: JobStatus): void {
  for (const field of ['succeeded', 'failed'] as const) {
    if ((status[field] ?? 0) >= (before[field] ?? 0)) continue
    errors.invalid(field, status[field] ?? 0, `cannot decrease the ${field} counter`)
  }
  for (const type of LASTING) {
    if (!isConditionTrue(before, type) || isConditionTrue(status, type)) continue
    errors.invalid('conditions', OMITTED, `cannot disable the terminal ${type}=True condition`)
  }
  if (before.completionTime && status.completionTime !== before.completionTime) {
    errors.invalid('completionTime', status.completionTime, 'completionTime cannot be mutated')
  }
}
