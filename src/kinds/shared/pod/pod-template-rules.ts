import type { FieldErrors } from '#meta/field-errors.js'
import { validateAnnotations, validateLabels } from '#meta/label-rules.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import { validatePodAnnotations } from './annotation-rules.js'
import { type PodRules, TODAYS_TEMPLATES } from './pod-rules.js'
import type { PodSpec } from './pod-spec.js'
import { validatePodSpec } from './pod-spec-rules.js'
import type { PodTemplateSpec } from './pod-template.js'

export function validatePodTemplate(
  { metadata, spec }: PodTemplateSpec,
  errors: FieldErrors,
  rules: PodRules = TODAYS_TEMPLATES,
): void {
  errors.member('metadata', metadata, validateTemplateMetadata, spec)
  errors.member('spec', spec, validatePodSpec, rules)
}

/** The rest of a template's metadata is left to the pods, which get names and owners of their own. */
function validateTemplateMetadata(
  { labels, annotations }: ObjectMeta,
  errors: FieldErrors,
  spec: PodSpec,
): void {
  validateLabels('labels', labels, errors)
  validateAnnotations('annotations', annotations, errors)
  if (annotations) validatePodAnnotations(annotations, spec, errors)
}
