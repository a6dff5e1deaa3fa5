import { ObjectMeta } from '#meta/object-meta.js'
import { type Infer, optional, struct } from '#schema/type.js'
import { LegacyPodSpec, PodSpec } from './pod-spec.js'

export const PodTemplateSpec = struct(
  'io.k8s.api.core.v1.PodTemplateSpec',
  'Pattern from which a controller creates pods.',
  () => ({
    metadata: optional(1, ObjectMeta, 'Labels and annotations given to each created pod.'),
    spec: optional(2, PodSpec, 'Containers, volumes and other settings of the created pods.'),
  }),
)
export interface PodTemplateSpec extends Infer<typeof PodTemplateSpec> {}

/** The same for groups in which a template, too, says which ports of the host it takes. */
export const LegacyPodTemplateSpec = struct(PodTemplateSpec.name, PodTemplateSpec.description, () => ({
  ...PodTemplateSpec.fields,
  spec: { ...PodTemplateSpec.fields.spec, type: LegacyPodSpec },
}))
