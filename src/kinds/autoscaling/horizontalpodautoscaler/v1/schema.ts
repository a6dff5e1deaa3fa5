import { DEFAULT_CPU_UTILIZATION } from '#kinds/autoscaling/horizontalpodautoscaler/cpu-metric.js'
import { fromV1Metrics } from '#kinds/autoscaling/horizontalpodautoscaler/metrics-in-v1.js'
import { referenceFields } from '#kinds/autoscaling/horizontalpodautoscaler/v2/metrics.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  explicit,
  type Infer,
  int32,
  int64,
  optional,
  required,
  struct,
  time,
  withCompletion,
} from '#schema/type.js'

export const CrossVersionObjectReference = struct(
  'io.k8s.api.autoscaling.v1.CrossVersionObjectReference',
  'An object in the same namespace, in whatever version of its group.',
  () => referenceFields,
  { mapType: 'atomic' },
)
export interface CrossVersionObjectReference extends Infer<typeof CrossVersionObjectReference> {}

export const HorizontalPodAutoscalerSpec = struct(
  'io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerSpec',
  'Wanted behaviour of an autoscaler.',
  () => ({
    scaleTargetRef: required(1, CrossVersionObjectReference, 'Object whose number of pods is set.'),
    minReplicas: explicit(2, int32, 'Fewest pods that there may be; one when left out.', { default: 1 }),
    maxReplicas: required(3, int32, 'Most pods that there may be; no less than minReplicas.'),
    targetCPUUtilizationPercentage: explicit(
      4,
      int32,
      'Wanted average use of cpu over all pods, in percent of what they request; 80 when no metric is given.',
    ),
  }),
)
export interface HorizontalPodAutoscalerSpec extends Infer<typeof HorizontalPodAutoscalerSpec> {}

export const HorizontalPodAutoscalerStatus = struct(
  'io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerStatus',
  'Observed state of an autoscaler.',
  () => ({
    observedGeneration: explicit(1, int64, 'Generation of the autoscaler that its controller last acted on.'),
    lastScaleTime: explicit(2, time, 'When the number of pods was last changed.'),
    currentReplicas: required(3, int32, 'Pods that there were when last looked.'),
    desiredReplicas: required(4, int32, 'Pods that there should be, as last computed.'),
    currentCPUUtilizationPercentage: explicit(
      5,
      int32,
      'Average use of cpu over all pods, in percent of what they request.',
    ),
  }),
)
export interface HorizontalPodAutoscalerStatus extends Infer<typeof HorizontalPodAutoscalerStatus> {}

export const HorizontalPodAutoscaler = withCompletion(
  struct(
    'io.k8s.api.autoscaling.v1.HorizontalPodAutoscaler',
    'Sets the number of pods of another object by the cpu that they use.',
    () => ({
      ...typeMeta,
      metadata: optional(
        1,
        ObjectMeta,
        'Name, namespace, labels and, in annotations, what only the newer version has members for.',
      ),
      spec: optional(2, HorizontalPodAutoscalerSpec, 'Object to scale, limits and wanted use of cpu.'),
      status: optional(3, HorizontalPodAutoscalerStatus, 'Numbers last seen by the controller.'),
    }),
  ),
  ({ metadata, spec }) => {
    if (spec.targetCPUUtilizationPercentage !== undefined) return
    if (fromV1Metrics(undefined, metadata).length > 0) return
    spec.targetCPUUtilizationPercentage = DEFAULT_CPU_UTILIZATION
  },
)
export interface HorizontalPodAutoscaler extends Infer<typeof HorizontalPodAutoscaler> {}
