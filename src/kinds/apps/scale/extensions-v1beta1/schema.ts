import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { type Infer, int32, map, optional, required, string, struct } from '#schema/type.js'

export const ScaleSpec = struct(
  'io.k8s.api.extensions.v1beta1.ScaleSpec',
  'Pod count wanted for the scaled object.',
  () => ({
    replicas: optional(1, int32, 'Number of pods to scale to; zero when left out.'),
  }),
)
export interface ScaleSpec extends Infer<typeof ScaleSpec> {}

export const ScaleStatus = struct(
  'io.k8s.api.extensions.v1beta1.ScaleStatus',
  'Pod count and selector observed on the scaled object.',
  () => ({
    replicas: required(1, int32, 'Number of pods that exist right now.'),
    selector: optional(
      2,
      map(string),
      'Label pairs of the counted pods; left out when the selector uses expressions.',
    ),
    targetSelector: optional(
      3,
      string,
      'Selector in query string form, able to express set-based requirements too.',
    ),
  }),
)
export interface ScaleStatus extends Infer<typeof ScaleStatus> {}

export const Scale = struct(
  'io.k8s.api.extensions.v1beta1.Scale',
  'Scale subresource: reads or changes only the pod count of a scalable object.',
  () => ({
    ...typeMeta,
    metadata: optional(
      1,
      ObjectMeta,
      'Name, namespace, uid and resource version, taken from the scaled object.',
    ),
    spec: optional(2, ScaleSpec, 'Pod count asked for; the only part that can be changed.'),
    status: optional(3, ScaleStatus, 'Pod count and selector as currently observed; read only.'),
  }),
)
export interface Scale extends Infer<typeof Scale> {}
