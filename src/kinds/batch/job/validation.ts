import { podTemplateWarnings } from '#kinds/shared/pod/pod-warnings.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Label } from '#meta/formats.js'
import { selectorMatches } from '#meta/label-selector.js'
import { selectsByLabelValues, validateLabelSelector } from '#meta/label-selector-rules.js'
import { validateGeneratedSelector } from './generated-selector.js'
import type { Job, JobSpec } from './schema.js'
import { validateJobSpec } from './spec-rules.js'

export function validateJob(job: Readonly<Job>, errors: FieldErrors): void {
  validateGeneratedSelector(job, errors)
  errors.field('spec', job.spec, validateSpec)
  validateHostNames(job, errors)
}

function validateSpec(spec: JobSpec, errors: FieldErrors): void {
  const { selector, template } = spec
  validateJobSpec(spec, errors)
  if (selector === undefined) errors.required('selector')
  else errors.field('selector', selector, validateLabelSelector)
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

/** The name of a job is part of the names of its pods, which are host names. */
export const nameWarnings = (name: string): readonly string[] => {
  const messages = rfc1123Label(name)
  if (messages.length === 0) return messages
  return [
    `metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [${messages.join(' ')}]`,
  ]
}

const MANY_COMPLETIONS = 100_000
const MANY_PARALLEL = 10_000

export function jobSpecWarnings({
  completionMode,
  completions = 0,
  parallelism = 0,
}: JobSpec): readonly string[] {
  if (completionMode !== 'Indexed' || completions <= MANY_COMPLETIONS || parallelism <= MANY_PARALLEL)
    return []
  return [
    'In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail',
  ]
}

/** The name never changes, so the warning is given only on create. */
export function jobWarnings(
  { metadata, spec }: Readonly<Job>,
  current: Readonly<Job> | undefined,
  isChanged: boolean,
) {
  return [
    ...(current === undefined ? nameWarnings(metadata.name ?? '') : []),
    ...(isChanged ? [...jobSpecWarnings(spec), ...podTemplateWarnings(spec.template, 'spec.template')] : []),
  ]
}
