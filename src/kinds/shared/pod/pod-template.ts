import type { FieldErrors } from '#meta/field-errors.js'
import { validateAnnotations, validateLabels } from '#meta/label-rules.js'
import type { LabelSelector } from '#meta/label-selector.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { type Infer, optional, struct, withCompletion } from '#schema/type.js'
import { validatePodAnnotations } from './annotation-rules.js'
import { CURRENT_TEMPLATES, type PodRules } from './pod-rules.js'
import { LegacyPodSpec, PodSpec } from './pod-spec.js'
import { validatePodSpec } from './pod-spec-rules.js'
import { mustMatchAnnotations } from './security/profile-annotations.js'

/** Annotations in which very old clients repeat the init containers. They are dropped. */
const REPEATED = ['beta', 'alpha'].flatMap((stage) => [
  `pod.${stage}.kubernetes.io/init-containers`,
  `pod.${stage}.kubernetes.io/init-container-statuses`,
])

export function dropRepeatedFields({ metadata }: { metadata: ObjectMeta }): void {
  const { annotations } = metadata
  if (annotations === undefined || !REPEATED.some((key) => Object.hasOwn(annotations, key))) return
  const kept = Object.entries(annotations).filter(([key]) => !REPEATED.includes(key))
  metadata.annotations = kept.length > 0 ? Object.fromEntries(kept) : undefined
}

export const PodTemplateSpec = withCompletion(
  struct('io.k8s.api.core.v1.PodTemplateSpec', 'Template from which a controller creates pods.', () => ({
    metadata: optional(1, ObjectMeta, 'Labels and annotations given to each created pod.'),
    spec: optional(2, PodSpec, 'Containers, volumes and other settings of the created pods.'),
  })),
  dropRepeatedFields,
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
  errors.field('metadata', metadata, validateTemplateMetadata, { spec, rules })
  errors.field('spec', spec, validatePodSpec, rules)
  if (metadata.annotations && rules.isCurrent) mustMatchAnnotations(metadata.annotations, spec, errors)
  if (spec.ephemeralContainers) {
    errors.forbidden('spec.ephemeralContainers', 'ephemeral containers not allowed in pod template')
  }
}

/** Only labels and annotations are validated: pods get their own names and owners. */
function validateTemplateMetadata(
  { labels, annotations }: ObjectMeta,
  errors: FieldErrors,
  { spec, rules }: { spec: PodSpec; rules: PodRules },
): void {
  validateLabels('labels', labels, errors)
  validateAnnotations('annotations', annotations, errors, rules.isCurrent)
  if (annotations) validatePodAnnotations(annotations, spec, errors, rules)
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
