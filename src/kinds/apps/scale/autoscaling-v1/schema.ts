import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { type Infer, int32, optional, required, string, struct } from '#schema/type.js'

export const ScaleSpec = struct(
  'io.k8s.api.autoscaling.v1.ScaleSpec',
  'Pod count wanted for the scaled object.',
  () => ({
    replicas: optional(1, int32, 'Number of pods to scale to; zero when left out.'),
  }),
)
export interface ScaleSpec extends Infer<typeof ScaleSpec> {}

export const ScaleStatus = struct(
  'io.k8s.api.autoscaling.v1.ScaleStatus',
  'Pod count and selector observed on the scaled object.',
  () => ({
    replicas: required(1, int32, 'Number of pods that exist right now.'),
    selector: optional(2, string, 'Selector of the counted pods in query string form.'),
  }),
)
export interface ScaleStatus extends Infer<typeof ScaleStatus> {}

export const Scale = struct(
  'io.k8s.api.autoscaling.v1.Scale',
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
