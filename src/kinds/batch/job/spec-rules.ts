import { validateDomainPrefixedPath } from '#kinds/shared/domain-prefixed-path.js'
import type { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import { type PodTemplateSpec, validatePodTemplate } from '#kinds/shared/pod/pod-template.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf, mustNotBeNegative } from '#meta/field-rules.js'
import { validatePodFailurePolicy, validateSuccessPolicy } from './policy-rules.js'
import type { JobSpec } from './schema.js'

/** The rules on a job spec, without those on its selector: job templates have none. */

const COUNTS = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
] as const

const MAX_MANAGER_LENGTH = 63
const MODES = ['NonIndexed', 'Indexed']
const REPLACEMENT_POLICIES = ['Failed', 'TerminatingOrFailed']

export function validateJobSpec(spec: JobSpec, errors: FieldErrors): void {
  const { completionMode, podFailurePolicy, successPolicy, managedBy } = spec
  for (const field of COUNTS) mustNotBeNegative(field, spec[field], errors)
  if (spec.maxFailedIndexes !== undefined && spec.backoffLimitPerIndex === undefined) {
    errors.required('backoffLimitPerIndex', 'when maxFailedIndexes is specified')
  }
  if (managedBy !== undefined) {
    validateDomainPrefixedPath('managedBy', managedBy, errors)
    if (managedBy.length > MAX_MANAGER_LENGTH) errors.tooLarge('managedBy', MAX_MANAGER_LENGTH)
  }
  mustBeOneOf('completionMode', completionMode, MODES, errors)
  if (completionMode === 'Indexed') validateIndexed(spec, errors)
  if (completionMode === 'NonIndexed') validateNonIndexed(spec, errors)
  errors.field('podFailurePolicy', podFailurePolicy, validatePodFailurePolicy, spec)
  if (successPolicy !== undefined && completionMode !== 'Indexed') {
    errors.invalid('successPolicy', successPolicy, 'requires indexed completion mode')
  } else errors.field('successPolicy', successPolicy, validateSuccessPolicy, spec)
  mustBeOneOf(
    'podReplacementPolicy',
    spec.podReplacementPolicy,
    podFailurePolicy === undefined ? REPLACEMENT_POLICIES : ['Failed'],
    errors,
  )
  errors.field('template', spec.template, validateTemplate, podFailurePolicy !== undefined)
}

/** The indexes of very many pods do not fit into a status, so large jobs have further limits. */
const MAX_PARALLEL = 100_000
const MAX_FAILED_INDEXES = 100_000
const MANY_COMPLETIONS = 100_000
const MAX_PARALLEL_WITH_MANY_COMPLETIONS = 10_000

function validateIndexed(spec: JobSpec, errors: FieldErrors): void {
  const { completions, parallelism = 0, maxFailedIndexes } = spec
  if (completions === undefined) {
    errors.required('completions', 'when completion mode is Indexed')
    return
  }
  if (parallelism > MAX_PARALLEL) {
    errors.invalid('parallelism', parallelism, `${atMost(MAX_PARALLEL)} when completion mode is Indexed`)
  }
  if (maxFailedIndexes !== undefined && maxFailedIndexes > completions) {
    errors.invalid('maxFailedIndexes', maxFailedIndexes, 'must be less than or equal to completions')
  }
  if (maxFailedIndexes !== undefined && maxFailedIndexes > MAX_FAILED_INDEXES) {
    errors.invalid('maxFailedIndexes', maxFailedIndexes, atMost(MAX_FAILED_INDEXES))
  }
  if (completions <= MANY_COMPLETIONS || spec.backoffLimitPerIndex === undefined) return
  if (maxFailedIndexes === undefined) {
    errors.required('maxFailedIndexes', `must be specified when completions is above ${MANY_COMPLETIONS}`)
  }
  for (const field of ['parallelism', 'maxFailedIndexes'] as const) {
    const value = spec[field]
    if (value === undefined || value <= MAX_PARALLEL_WITH_MANY_COMPLETIONS) continue
    errors.invalid(
      field,
      value,
      `${atMost(MAX_PARALLEL_WITH_MANY_COMPLETIONS)} when completions are above ${MANY_COMPLETIONS} and used with backoff limit per index`,
    )
  }
}

const atMost = (limit: number) => `must be less than or equal to ${limit}`

function validateNonIndexed(spec: JobSpec, errors: FieldErrors): void {
  for (const field of ['backoffLimitPerIndex', 'maxFailedIndexes'] as const) {
    if (spec[field] !== undefined) errors.invalid(field, spec[field], 'requires indexed completion mode')
  }
}

function validateTemplate(template: PodTemplateSpec, errors: FieldErrors, mustNotRestart: boolean): void {
  validatePodTemplate(template, errors)
  errors.field('spec', template.spec, validateEndingPod, mustNotRestart)
}

const ENDING = ['OnFailure', 'Never']

/** A pod that always restarts would never complete. */
function validateEndingPod({ restartPolicy }: PodSpec, errors: FieldErrors, mustNotRestart: boolean): void {
  // This is the default for pods, so most likely none was given.
  if (restartPolicy === 'Always') errors.required('restartPolicy', 'valid values: "OnFailure", "Never"')
  else if (!ENDING.includes(restartPolicy ?? '')) errors.notSupported('restartPolicy', restartPolicy, ENDING)
  else if (mustNotRestart && restartPolicy !== 'Never') {
    errors.invalid(
      'restartPolicy',
      restartPolicy,
      'only "Never" is supported when podFailurePolicy is specified',
    )
  }
}
