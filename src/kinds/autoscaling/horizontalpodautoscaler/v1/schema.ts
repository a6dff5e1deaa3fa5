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
  'Reference to an object in the same namespace; the version is a hint.',
  () => referenceFields,
  { mapType: 'atomic' },
)
export interface CrossVersionObjectReference extends Infer<typeof CrossVersionObjectReference> {}

export const HorizontalPodAutoscalerSpec = struct(
  'io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerSpec',
  'Wanted behaviour of an autoscaler.',
  () => ({
    scaleTargetRef: required(1, CrossVersionObjectReference, 'Object to scale.'),
    minReplicas: explicit(2, int32, 'Lower limit of the number of pods; one when left out.', { default: 1 }),
    maxReplicas: required(3, int32, 'Upper limit of the number of pods; at least minReplicas.'),
    targetCPUUtilizationPercentage: explicit(
      4,
      int32,
      'Target average CPU use over all pods, in percent of their requests; 80 when no metric is given.',
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
    currentReplicas: required(3, int32, 'Number of pods at the last observation.'),
    desiredReplicas: required(4, int32, 'Number of pods last computed from the metrics.'),
    currentCPUUtilizationPercentage: explicit(
      5,
      int32,
      'Average CPU use over all pods, in percent of their requests.',
    ),
  }),
)
export interface HorizontalPodAutoscalerStatus extends Infer<typeof HorizontalPodAutoscalerStatus> {}

export const HorizontalPodAutoscaler = withCompletion(
  struct(
    'io.k8s.api.autoscaling.v1.HorizontalPodAutoscaler',
    'Scales another object by the CPU use of its pods.',
    () => ({
      ...typeMeta,
      metadata: optional(
        1,
        ObjectMeta,
        'Name, namespace and labels; annotations hold the fields that only v2 has.',
      ),
      spec: optional(2, HorizontalPodAutoscalerSpec, 'Object to scale, limits and target CPU use.'),
      status: optional(3, HorizontalPodAutoscalerStatus, 'Numbers last observed by the controller.'),
    }),
  ),
  ({ metadata, spec }) => {
    if (spec.targetCPUUtilizationPercentage !== undefined) return
    if (fromV1Metrics(undefined, metadata).length > 0) return
    spec.targetCPUUtilizationPercentage = DEFAULT_CPU_UTILIZATION
  },
)
export interface HorizontalPodAutoscaler extends Infer<typeof HorizontalPodAutoscaler> {}
