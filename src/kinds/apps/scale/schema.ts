import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { type Fields, type Infer, int32, map, optional, required, string, struct } from '#schema/type.js'

/** The types of a scale in one group. They differ in how the status shows the selector. */
function scaleTypes<Selector extends Fields>(prefix: string, selector: Selector) {
  const ScaleSpec = struct(`${prefix}.ScaleSpec`, 'Pod count wanted for the scaled object.', () => ({
    replicas: optional(1, int32, 'Number of pods to scale to; zero when left out.'),
  }))
  const ScaleStatus = struct(
    `${prefix}.ScaleStatus`,
    'Pod count and selector observed on the scaled object.',
    () => ({ replicas: required(1, int32, 'Number of pods that exist right now.'), ...selector }),
  )
  const Scale = struct(
    `${prefix}.Scale`,
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
  return { Scale, ScaleStatus }
}

const autoscaling = scaleTypes('io.k8s.api.autoscaling.v1', {
  selector: optional(2, string, 'Selector of the counted pods in query string form.'),
})
export const AutoscalingScale = autoscaling.Scale
export interface AutoscalingScale extends Infer<typeof AutoscalingScale> {}
export interface AutoscalingScaleStatus extends Infer<typeof autoscaling.ScaleStatus> {}

const extensions = scaleTypes('io.k8s.api.extensions.v1beta1', {
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
})
export const ExtensionsScale = extensions.Scale
export interface ExtensionsScale extends Infer<typeof ExtensionsScale> {}
export interface ExtensionsScaleStatus extends Infer<typeof extensions.ScaleStatus> {}
