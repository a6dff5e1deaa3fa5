import type { FieldErrors } from '#meta/field-errors.js'
import { validateAnnotations, validateLabels } from '#meta/label-rules.js'
import type { LabelSelector } from '#meta/label-selector.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { type Infer, optional, struct } from '#schema/type.js'
import { validatePodAnnotations } from './annotation-rules.js'
import { CURRENT_TEMPLATES, type PodRules } from './pod-rules.js'
import { LegacyPodSpec, PodSpec } from './pod-spec.js'
import { validatePodSpec } from './pod-spec-rules.js'

export const PodTemplateSpec = struct(
  'io.k8s.api.core.v1.PodTemplateSpec',
  'Template from which a controller creates pods.',
  () => ({
    metadata: optional(1, ObjectMeta, 'Labels and annotations given to each created pod.'),
    spec: optional(2, PodSpec, 'Containers, volumes and other settings of the created pods.'),
  }),
)
export interface PodTemplateSpec extends Infer<typeof PodTemplateSpec> {}

/** The same for legacy groups, where templates have host port defaults too. */
export const LegacyPodTemplateSpec = struct(PodTemplateSpec.name, PodTemplateSpec.description, () => ({
  ...PodTemplateSpec.fields,
  spec: { ...PodTemplateSpec.fields.spec, type: LegacyPodSpec },
}))

export function validatePodTemplate(
  { metadata, spec }: PodTemplateSpec,
  errors: FieldErrors,
  rules: PodRules = CURRENT_TEMPLATES,
): void {
  errors.field('metadata', metadata, validateTemplateMetadata, spec)
  errors.field('spec', spec, validatePodSpec, rules)
}

/** Only labels and annotations are validated: pods get their own names and owners. */
function validateTemplateMetadata(
  { labels, annotations }: ObjectMeta,
  errors: FieldErrors,
  spec: PodSpec,
): void {
  validateLabels('labels', labels, errors)
  validateAnnotations('annotations', annotations, errors)
  if (annotations) validatePodAnnotations(annotations, spec, errors)
}

/** The fields that workload kinds share. */
interface Workload {
  metadata: ObjectMeta
  spec: { selector?: LabelSelector | undefined; template: { metadata: ObjectMeta } }
}

/** Missing labels and selector default to the labels of the pod template. */
export function labelsFromTemplate({ metadata, spec }: Workload): void {
  const { labels } = spec.template.metadata
  if (labels === undefined) return
  spec.selector ??= { matchLabels: { ...labels }, matchExpressions: undefined }
  metadata.labels ??= { ...labels }
}
