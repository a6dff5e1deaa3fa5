import { MAX_INT32 } from '#meta/field-rules.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import type { JobSpec } from './spec.js'

/** What is not given in a job of its own; a template of jobs is left as it is written. */
export function completeJob({ metadata, spec }: { metadata: ObjectMeta; spec: JobSpec }): void {
  completeSpec(spec)
  // The labels themselves, not a copy: see `generateSelector`.
  metadata.labels ??= spec.template.metadata.labels
}

function completeSpec(spec: JobSpec): void {
  const { podFailurePolicy } = spec
  if (spec.parallelism === undefined) spec.completions ??= 1
  spec.parallelism ??= 1
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? 6 : MAX_INT32
  spec.completionMode ??= 'NonIndexed'
  spec.suspend ??= false
  spec.manualSelector ??= false
  spec.podReplacementPolicy ??= podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed'
  for (const { onPodConditions = [] } of podFailurePolicy?.rules ?? []) {
    for (const pattern of onPodConditions) if (pattern.status === '') pattern.status = 'True'
  }
}
