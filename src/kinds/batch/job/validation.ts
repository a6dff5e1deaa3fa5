import { podTemplateWarnings } from '#kinds/shared/pod/pod-warnings.js'
import { podNameWarnings } from '#kinds/shared/workload/warnings.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Label } from '#meta/formats.js'
import { selectorMatches } from '#meta/label-selector.js'
import { selectsByLabelValues, validateStrictLabelSelector } from '#meta/label-selector-rules.js'
import { validateJobChange } from './change-rules.js'
import { hasLabelsWithDomain, validateGeneratedSelector } from './generated-selector.js'
import type { Job, JobSpec } from './schema.js'
import { validateJobSpec } from './spec-rules.js'

export function validateNewJob(job: Readonly<Job>, errors: FieldErrors): void {
  validateJob(job, errors, true)
}

export function validateJobUpdate(job: Readonly<Job>, current: Readonly<Job>, errors: FieldErrors): void {
  validateJob(job, errors, hasLabelsWithDomain(current))
  validateJobChange(job, current, errors)
}

function validateJob(job: Readonly<Job>, errors: FieldErrors, withDomain: boolean): void {
  validateGeneratedSelector(job, errors, withDomain)
  errors.field('spec', job.spec, validateSpec)
  validateHostNames(job, errors)
}

function validateSpec(spec: JobSpec, errors: FieldErrors): void {
  const { selector, template } = spec
  validateJobSpec(spec, errors)
  if (selector === undefined) errors.required('selector')
  else errors.field('selector', selector, validateStrictLabelSelector)
  if (selector !== undefined && !selectsByLabelValues(selector)) return
  const { labels } = template.metadata
  if (selectorMatches(selector, labels)) return
  errors.invalid('template.metadata.labels', labels ?? {}, '`selector` does not match template `labels`')
}

/** Pods of an indexed job are named by job and index; the names are host names too. */
function validateHostNames({ metadata, spec }: Readonly<Job>, errors: FieldErrors): void {
  const { completionMode, completions = 0 } = spec
  if (completionMode !== 'Indexed' || completions <= 0) return
  const last = `${metadata.name}-${completions - 1}`
  if (rfc1123Label(last).length === 0) return
  errors.invalid(
    'metadata.name',
    metadata.name,
    `will not able to create pod with invalid DNS label: ${last}`,
  )
}

const MANY_COMPLETIONS = 100_000
const MANY_PARALLEL = 10_000

/** Warnings about the spec of a job at a path, that of the pod template included. */
export function jobSpecWarnings(spec: JobSpec, path: string): readonly string[] {
  const { completionMode, completions = 0, parallelism = 0, template } = spec
  const warnings = podTemplateWarnings(template, `${path}.template`)
  if (completionMode !== 'Indexed' || completions <= MANY_COMPLETIONS || parallelism <= MANY_PARALLEL) {
    return warnings
  }
  return [
    `${path}: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail`,
    ...warnings,
  ]
}

export function jobWarnings(
  job: Readonly<Job>,
  current: Readonly<Job> | undefined,
  isChanged: boolean,
): readonly string[] {
  return [...podNameWarnings(job, current), ...(isChanged ? jobSpecWarnings(job.spec, 'spec') : [])]
}
