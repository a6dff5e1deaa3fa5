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
      scaleTargetRef: required(1, CrossVersionObjectReference, 'Object whose number of pods is set.'),
      minReplicas: explicit(2, int32, 'Fewest pods that there may be; one when left out.', { default: 1 }),
      maxReplicas: required(3, int32, 'Most pods that there may be; no less than minReplicas.'),
      metrics: optional(
        4,
        list(MetricSpec),
        'What the number follows, the metric that asks for most pods first; 80 percent of the requested cpu when left out.',
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
  'One finding about an autoscaler.',
  () => ({
    type: required(1, string, 'Aspect described: AbleToScale, ScalingActive or ScalingLimited.'),
    status: required(2, string, 'True when the condition applies, False when not, Unknown when undecided.'),
    lastTransitionTime: optional(3, time, 'When the status last moved from one value to another.'),
    reason: optional(4, string, 'CamelCase word for the cause of the last move.'),
    message: optional(5, string, 'Readable text with details of the last move.'),
  }),
)
export interface HorizontalPodAutoscalerCondition extends Infer<typeof HorizontalPodAutoscalerCondition> {}

export const HorizontalPodAutoscalerStatus = struct(
  'io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerStatus',
  'Observed state of an autoscaler.',
  () => ({
    observedGeneration: explicit(1, int64, 'Generation of the autoscaler that its controller last acted on.'),
    lastScaleTime: explicit(2, time, 'When the number of pods was last changed.'),
    currentReplicas: optional(3, int32, 'Pods that there were when last looked.'),
    desiredReplicas: required(4, int32, 'Pods that there should be, as last computed.'),
    currentMetrics: required(5, list(MetricStatus), 'Values of the metrics when last looked.', {
      listType: 'atomic',
      mustBeGiven: false,
    }),
    conditions: optional(6, list(HorizontalPodAutoscalerCondition), 'Latest findings.', {
      merge: { key: 'type' },
      listType: 'map',
      listMapKeys: ['type'],
    }),
  }),
)
export interface HorizontalPodAutoscalerStatus extends Infer<typeof HorizontalPodAutoscalerStatus> {}

export const HorizontalPodAutoscaler = withCompletion(
  struct(
    'io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler',
    'Sets the number of pods of another object by what they have to do.',
    () => ({
      ...typeMeta,
      metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the autoscaler.'),
      spec: optional(2, HorizontalPodAutoscalerSpec, 'Object to scale, limits and metrics.'),
      status: optional(3, HorizontalPodAutoscalerStatus, 'Numbers and values last seen by the controller.'),
    }),
  ),
  // These annotations stand for fields of this version and would contradict them.
  (autoscaler) => {
    autoscaler.metadata = dropCarriedAnnotations(autoscaler.metadata)
  },
)
export interface HorizontalPodAutoscaler extends Infer<typeof HorizontalPodAutoscaler> {}
