import { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import type { Affinity } from '#kinds/shared/pod/scheduling/affinity.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { semanticEqual } from '#schema/equal.js'
import type { AnyStruct, Fields } from '#schema/type.js'
import { type Job, JobSpec } from './schema.js'

const FIXED_AFTER_TEMPLATE = [
  'completionMode',
  'podFailurePolicy',
  'backoffLimitPerIndex',
  'managedBy',
  'successPolicy',
] as const

/** Most of a job is immutable; its parallelism may change. */
export function validateJobChange(
  { spec }: Readonly<Job>,
  current: Readonly<Job>,
  errors: FieldErrors,
): void {
  errors.field('spec', spec, validateSpecUpdate, current)
}

function validateSpecUpdate(spec: JobSpec, errors: FieldErrors, current: Readonly<Job>): void {
  const before = current.spec
  validateCompletions(spec, before, errors)
  mustNotChange('selector', spec, before, errors)
  const mayBePlaced = before.suspend === true && !current.status.startTime
  const template = mayBePlaced ? placedLike(before.template, spec.template) : before.template
  if (!semanticEqual(PodTemplateSpec, spec.template, template)) {
    errors.invalid('template', spec.template, IMMUTABLE)
  }
  for (const field of FIXED_AFTER_TEMPLATE) mustNotChange(field, spec, before, errors)
}

const IMMUTABLE = 'field is immutable'

function mustNotChange(field: keyof JobSpec, spec: JobSpec, before: JobSpec, errors: FieldErrors): void {
  const { type } = ((JobSpec as AnyStruct).fields as Fields)[field] as Fields[string]
  if (!semanticEqual(type, spec[field], before[field])) errors.invalid(field, spec[field], IMMUTABLE)
}

/** An indexed job may change its completions together with its parallelism. */
function validateCompletions(spec: JobSpec, before: JobSpec, errors: FieldErrors): void {
  if (spec.completions === before.completions) return
  if (spec.completionMode !== 'Indexed') errors.invalid('completions', spec.completions, IMMUTABLE)
  else if (spec.completions !== undefined && spec.completions !== spec.parallelism) {
    errors.invalid('completions', spec.completions, 'can only be modified in tandem with spec.parallelism')
  }
}

/** The template with the scheduling directives of another: a job that has not started may still be moved. */
function placedLike(template: PodTemplateSpec, other: PodTemplateSpec): PodTemplateSpec {
  const { annotations, labels } = other.metadata
  const { nodeSelector, tolerations, schedulingGates } = other.spec
  return {
    metadata: { ...template.metadata, annotations, labels },
    spec: {
      ...template.spec,
      schedulingGates,
      nodeSelector,
      tolerations,
      affinity: affinityLike(template.spec.affinity, other.spec.affinity),
    },
  }
}

/** Only the scheduling directives may change. */
function affinityLike(before: Affinity | undefined, after: Affinity | undefined): Affinity | undefined {
  if (before === undefined && after === undefined) return undefined
  const affinity = {
    nodeAffinity: after?.nodeAffinity,
    podAffinity: before?.podAffinity,
    podAntiAffinity: before?.podAntiAffinity,
  }
  const isEmpty = Object.values(affinity).every((part) => part === undefined)
  return after === undefined && isEmpty ? undefined : affinity
}
