import { dropCarriedAnnotations } from '#kinds/autoscaling/horizontalpodautoscaler/carried-annotations.js'
import {
  cpuUtilization,
  DEFAULT_CPU_UTILIZATION,
} from '#kinds/autoscaling/horizontalpodautoscaler/cpu-metric.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  explicit,
  type Infer,
  int32,
  int64,
  list,
  optional,
  required,
  string,
  struct,
  time,
  withCompletion,
} from '#schema/type.js'
import { HorizontalPodAutoscalerBehavior } from './behavior.js'
import { CrossVersionObjectReference, MetricSpec, MetricStatus } from './metrics.js'

export const HorizontalPodAutoscalerSpec = withCompletion(
  struct(
    'io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerSpec',
    'Wanted behaviour of an autoscaler.',
    () => ({
      scaleTargetRef: required(1, CrossVersionObjectReference, 'Object to scale.'),
      minReplicas: explicit(2, int32, 'Lower limit of the number of pods; one when left out.', {
        default: 1,
      }),
      maxReplicas: required(3, int32, 'Upper limit of the number of pods; at least minReplicas.'),
      metrics: optional(
        4,
        list(MetricSpec),
        'Metrics to scale by; the one that demands most pods wins. 80 percent CPU use when left out.',
        { listType: 'atomic' },
      ),
      behavior: explicit(5, HorizontalPodAutoscalerBehavior, 'How fast the number of pods goes up and down.'),
    }),
  ),
  (spec) => {
    spec.metrics ??= [cpuUtilization(DEFAULT_CPU_UTILIZATION)]
  },
)
export interface HorizontalPodAutoscalerSpec extends Infer<typeof HorizontalPodAutoscalerSpec> {}

export const HorizontalPodAutoscalerCondition = struct(
  'io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerCondition',
  'One condition of an autoscaler.',
  () => ({
    type: required(1, string, 'Type of the condition: AbleToScale, ScalingActive or ScalingLimited.'),
    status: required(2, string, 'Whether the condition holds: True, False or Unknown.'),
    lastTransitionTime: optional(3, time, 'When the status last changed.'),
    reason: optional(4, string, 'Reason of the last change, as a CamelCase word.'),
    message: optional(5, string, 'Details of the last change, for people.'),
  }),
)
export interface HorizontalPodAutoscalerCondition extends Infer<typeof HorizontalPodAutoscalerCondition> {}

export const HorizontalPodAutoscalerStatus = struct(
  'io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerStatus',
  'Observed state of an autoscaler.',
  () => ({
    observedGeneration: explicit(1, int64, 'Generation of the autoscaler that its controller last acted on.'),
    lastScaleTime: explicit(2, time, 'When the number of pods was last changed.'),
    currentReplicas: optional(3, int32, 'Number of pods at the last observation.'),
    desiredReplicas: required(4, int32, 'Number of pods last computed from the metrics.'),
    currentMetrics: required(5, list(MetricStatus), 'Current values of the metrics.', {
      listType: 'atomic',
      mustBeGiven: false,
    }),
    conditions: optional(6, list(HorizontalPodAutoscalerCondition), 'Latest conditions.', {
      merge: { key: 'type' },
      listType: 'map',
      listMapKeys: ['type'],
    }),
  }),
)
export interface HorizontalPodAutoscalerStatus extends Infer<typeof HorizontalPodAutoscalerStatus> {}

export const HorizontalPodAutoscaler = withCompletion(
  struct('io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler', 'Scales another object by metrics.', () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the autoscaler.'),
    spec: optional(2, HorizontalPodAutoscalerSpec, 'Object to scale, limits and metrics.'),
    status: optional(3, HorizontalPodAutoscalerStatus, 'Numbers and values last observed by the controller.'),
  })),
  // These annotations stand for fields of this version and would contradict them.
  (autoscaler) => {
    autoscaler.metadata = dropCarriedAnnotations(autoscaler.metadata)
  },
)
export interface HorizontalPodAutoscaler extends Infer<typeof HorizontalPodAutoscaler> {}
