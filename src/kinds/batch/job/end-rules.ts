import { OMITTED } from '#meta/field-error.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { commonIndex, countIndexes } from './indexes.js'
import { isConditionTrue, isFinished, type Report } from './report.js'
import type { JobStatus } from './schema.js'

/** The rules on the end of a job and on what may follow it. */

/** A finished job has no active pods, and its conditions do not contradict each other. */
export function validateEnd(status: JobStatus, errors: FieldErrors, { job, changes }: Report): void {
  const { active = 0, startTime, completionTime, uncountedTerminatedPods: uncounted } = status
  const holds = (type: string) => isConditionTrue(status, type)
  const reject = (text: string) => errors.invalid('conditions', OMITTED, text)
  const isComplete = holds('Complete')
  if (isComplete && holds('Failed') && changes('Complete', 'Failed')) {
    reject('cannot set Complete=True and Failed=true conditions')
  }
  if (isComplete && holds('FailureTarget') && changes('Complete', 'FailureTarget')) {
    reject('cannot set Complete=True and FailureTarget=true conditions')
  }
  if (changes('Complete', 'completionTime')) {
    if (completionTime && !isComplete) {
      errors.invalid(
        'completionTime',
        completionTime,
        'cannot set completionTime when there is no Complete=True condition',
      )
    }
    if (!completionTime && isComplete) {
      errors.required('completionTime', 'completionTime is required for Complete jobs')
    }
  }
  if (startTime && completionTime && changes('startTime', 'completionTime')) {
    if (Date.parse(completionTime) < Date.parse(startTime)) {
      errors.invalid('completionTime', completionTime, 'completionTime cannot be set before startTime')
    }
  }
  if (holds('Failed') && !holds('FailureTarget') && changes('Failed', 'failedIndexes')) {
    reject('cannot set Failed=True condition without the FailureTarget=true condition')
  }
  if (isComplete && !holds('SuccessCriteriaMet') && changes('Complete', 'SuccessCriteriaMet')) {
    reject('cannot set Complete=True condition without the SuccessCriteriaMet=true condition')
  }
  if (!isFinished(status)) return
  if (active > 0 && changes('finished', 'active')) {
    errors.invalid('active', active, 'active>0 is invalid for finished job')
  }
  // A job that was suspended from the beginning and wants no pods never starts.
  const neverStarts = job.spec.suspend === true && job.spec.completions === 0
  if (!startTime && !neverStarts && changes('finished', 'startTime')) {
    errors.required('startTime', 'startTime is required for finished job')
  }
  const isUncounted = [...(uncounted?.succeeded ?? []), ...(uncounted?.failed ?? [])].length > 0
  if (isUncounted && changes('finished', 'uncountedTerminatedPods')) {
    errors.invalid(
      'uncountedTerminatedPods',
      uncounted,
      'uncountedTerminatedPods needs to be empty for finished job',
    )
  }
}

export function validateIndexes(
  { completedIndexes = '', failedIndexes }: JobStatus,
  errors: FieldErrors,
  { job, changes }: Report,
): void {
  const { completionMode, completions, backoffLimitPerIndex } = job.spec
  const [completedChange, failedChange] = [changes('completedIndexes'), changes('failedIndexes')]
  if (completedChange) mustBeIndexes('completedIndexes', completedIndexes, completions, errors)
  if (failedChange && backoffLimitPerIndex !== undefined) {
    mustBeIndexes('failedIndexes', failedIndexes, completions, errors)
  }
  if (completedChange && completedIndexes !== '' && completionMode !== 'Indexed') {
    errors.invalid(
      'completedIndexes',
      completedIndexes,
      'cannot set non-empty completedIndexes when non-indexed completion mode',
    )
  }
  if (failedChange && failedIndexes !== undefined && backoffLimitPerIndex === undefined) {
    errors.invalid(
      'failedIndexes',
      failedIndexes,
      'cannot set non-null failedIndexes when backoffLimitPerIndex is null',
    )
  }
  if (!completedChange && !failedChange) return
  if (completions === undefined || failedIndexes === undefined) return
  const common = commonIndex(failedIndexes, completedIndexes, completions)
  if (common === undefined) return
  errors.invalid(
    'failedIndexes',
    failedIndexes,
    `failedIndexes and completedIndexes overlap at index: ${common}`,
  )
}

function mustBeIndexes(field: string, text = '', completions: number | undefined, errors: FieldErrors): void {
  if (completions === undefined) return
  const count = countIndexes(text, completions)
  if (typeof count === 'string') errors.invalid(field, text, `error parsing ${field}: ${count}`)
}

/** Counts do not decrease, and a finished job stays finished. */
export function validateTransition(
  status: JobStatus,
  errors: FieldErrors,
  { job, before, changes }: Report,
): void {
  const { completionMode, completions, parallelism, suspend } = job.spec
  const ends = (type: string) => isConditionTrue(before, type) && !isConditionTrue(status, type)
  const reject = (text: string) => errors.invalid('conditions', OMITTED, text)
  for (const type of ['Failed', 'Complete', 'FailureTarget']) {
    if (ends(type)) reject(`cannot disable the terminal ${type}=True condition`)
  }
  mustNotDecrease('failed', status, before, errors)
  // An indexed job that is scaled down forgets indexes that have succeeded.
  if (completionMode !== 'Indexed' || completions !== parallelism) {
    mustNotDecrease('succeeded', status, before, errors)
  }
  if (before.completionTime && status.completionTime && changes('completionTime')) {
    errors.invalid('completionTime', status.completionTime, 'completionTime cannot be mutated')
  }
  const resumes = ends('Suspended') && status.conditions?.some(isSuspendedFalse)
  if (before.startTime && suspend !== true && changes('startTime') && !resumes) {
    errors.required('startTime', 'startTime cannot be removed for unsuspended job')
  }
  if (ends('SuccessCriteriaMet')) reject('cannot disable the SuccessCriteriaMet=True condition')
  const wasMet = isConditionTrue(before, 'SuccessCriteriaMet')
  if (isConditionTrue(before, 'Complete') && !wasMet && isConditionTrue(status, 'SuccessCriteriaMet')) {
    reject('cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions')
  }
}

const isSuspendedFalse = ({ type, status }: { type: string; status: string }) =>
  type === 'Suspended' && status === 'False'

function mustNotDecrease(
  field: 'failed' | 'succeeded',
  status: JobStatus,
  before: Readonly<JobStatus>,
  errors: FieldErrors,
): void {
  const count = status[field] ?? 0
  if (count < (before[field] ?? 0)) errors.invalid(field, count, `cannot decrease the ${field} counter`)
}
