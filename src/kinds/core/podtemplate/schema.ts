import { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { type Infer, optional, struct } from '#schema/type.js'

export const PodTemplate = struct(
  'io.k8s.api.core.v1.PodTemplate',
  'A pod template as an object of its own, for others to use.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the template.'),
    template: optional(2, PodTemplateSpec, 'Pattern from which pods can be made.'),
  }),
)
export interface PodTemplate extends Infer<typeof PodTemplate> {}
