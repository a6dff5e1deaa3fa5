// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { LabelSelector, ObjectMeta } from './meta-v1.js'

/** Use of a resource by one container of each pod. */
export interface ContainerResourceMetricSource {
  /** Name of the resource. */
  name: string
  /** Target average value or utilization. */
  target: MetricTarget
  /** Name of the container. */
  container: string
}

/** Current use of a resource by one container of each pod. */
export interface ContainerResourceMetricStatus {
  /** Name of the resource. */
  name: string
  /** Current value. */
  current: MetricValueStatus
  /** Name of the container. */
  container: string
}

/** Reference to an object in the same namespace; the version is a hint. */
export interface CrossVersionObjectReference {
  /** Kind of the object. */
  kind: string
  /** Name of the object. */
  name: string
  /** API group and version of the object. */
  apiVersion?: string
}

/** A metric from outside the cluster. */
export interface ExternalMetricSource {
  /** The metric. */
  metric: MetricIdentifier
  /** Target value. */
  target: MetricTarget
}

/** Current value of a metric from outside the cluster. */
export interface ExternalMetricStatus {
  /** The metric. */
  metric: MetricIdentifier
  /** Current value. */
  current: MetricValueStatus
}

/** Limit of how much the number of pods may change in a period. */
export interface HPAScalingPolicy {
  /** Unit of the value: Pods, or Percent of the current pods. */
  type: string
  /** Largest allowed change; more than zero. */
  value: number
  /** Length of the period, from 1 to 1800 seconds. */
  periodSeconds: number
}

/** How fast the number of pods changes in one direction. */
export interface HPAScalingRules {
  /** Seconds of past recommendations to consider, which prevents flapping; at most 3600. */
  stabilizationWindowSeconds?: number
  /** Which policy applies: the one with the largest (Max) or the smallest (Min) change; Disabled prevents scaling. */
  selectPolicy?: string
  /** Policies to select from; at least one. */
  policies?: HPAScalingPolicy[]
  /** Deviation from the target below which nothing changes. Dropped on write: its feature gate is off. */
  tolerance?: string
}

/** Scales another object by metrics. */
export interface HorizontalPodAutoscaler {
  kind: 'HorizontalPodAutoscaler'
  apiVersion: 'autoscaling/v2'
  /** Name, namespace, labels and other standard data of the autoscaler. */
  metadata: ObjectMeta
  /** Object to scale, limits and metrics. */
  spec: HorizontalPodAutoscalerSpec
  /** Numbers and values last observed by the controller. */
  status: HorizontalPodAutoscalerStatus
}

/** How fast the number of pods goes up and down. */
export interface HorizontalPodAutoscalerBehavior {
  /** How fast it goes up; by four pods or 100 percent every 15 seconds, without delay, when left out. */
  scaleUp?: HPAScalingRules
  /** How fast it goes down; to the highest recommendation of the last five minutes when left out. */
  scaleDown?: HPAScalingRules
}

/** One condition of an autoscaler. */
export interface HorizontalPodAutoscalerCondition {
  /** Type of the condition: AbleToScale, ScalingActive or ScalingLimited. */
  type: string
  /** Whether the condition holds: True, False or Unknown. */
  status: string
  /** When the status last changed. */
  lastTransitionTime: string | null
  /** Reason of the last change, as a CamelCase word. */
  reason?: string
  /** Details of the last change, for people. */
  message?: string
}

/** Wanted behaviour of an autoscaler. */
export interface HorizontalPodAutoscalerSpec {
  /** Object to scale. */
  scaleTargetRef: CrossVersionObjectReference
  /** Lower limit of the number of pods; one when left out. */
  minReplicas?: number
  /** Upper limit of the number of pods; at least minReplicas. */
  maxReplicas: number
  /** Metrics to scale by; the one that demands most pods wins. 80 percent CPU use when left out. */
  metrics?: MetricSpec[]
  /** How fast the number of pods goes up and down. */
  behavior?: HorizontalPodAutoscalerBehavior
}

/** Observed state of an autoscaler. */
export interface HorizontalPodAutoscalerStatus {
  /** Generation of the autoscaler that its controller last acted on. */
  observedGeneration?: number
  /** When the number of pods was last changed. */
  lastScaleTime?: string
  /** Number of pods at the last observation. */
  currentReplicas?: number
  /** Number of pods last computed from the metrics. */
  desiredReplicas: number
  /** Current values of the metrics. */
  currentMetrics: MetricStatus[]
  /** Latest conditions. */
  conditions?: HorizontalPodAutoscalerCondition[]
}

/** A metric. */
export interface MetricIdentifier {
  /** Name of the metric. */
  name: string
  /** Selects among the series of the metric by label; the name alone counts when absent. */
  selector?: LabelSelector
}

/** A metric and its target value; set only the field that type names. */
export interface MetricSpec {
  /** Object, Pods, Resource, ContainerResource or External. */
  type: string
  /** A metric of one object. */
  object?: ObjectMetricSource
  /** A metric of each pod. */
  pods?: PodsMetricSource
  /** Use of a resource by the pods. */
  resource?: ResourceMetricSource
  /** Use of a resource by one container of each pod. */
  containerResource?: ContainerResourceMetricSource
  /** A metric from outside the cluster. */
  external?: ExternalMetricSource
}

/** A metric and its current value. */
export interface MetricStatus {
  /** Object, Pods, Resource, ContainerResource or External. */
  type: string
  /** Current value of a metric of one object. */
  object?: ObjectMetricStatus
  /** Current average value of a metric of each pod. */
  pods?: PodsMetricStatus
  /** Use of a resource by the pods. */
  resource?: ResourceMetricStatus
  /** Use of a resource by one container of each pod. */
  containerResource?: ContainerResourceMetricStatus
  /** Current value of a metric from outside the cluster. */
  external?: ExternalMetricStatus
}

/** Target value of a metric. */
export interface MetricTarget {
  /** Which field is set: Utilization, Value or AverageValue. */
  type: string
  /** Target value of the metric. */
  value?: string
  /** Target value of the metric, divided by the number of pods. */
  averageValue?: string
  /** Target average over all pods, in percent of their requests. */
  averageUtilization?: number
}

/** Current value of a metric. */
export interface MetricValueStatus {
  /** Value of the metric. */
  value?: string
  /** Value of the metric, divided by the number of pods. */
  averageValue?: string
  /** Average over all pods, in percent of their requests. */
  averageUtilization?: number
}

/** A metric of one object. */
export interface ObjectMetricSource {
  /** Object in the same namespace that has the metric. */
  describedObject: CrossVersionObjectReference
  /** Target value. */
  target: MetricTarget
  /** The metric. */
  metric: MetricIdentifier
}

/** Current value of a metric of one object. */
export interface ObjectMetricStatus {
  /** The metric. */
  metric: MetricIdentifier
  /** Current value. */
  current: MetricValueStatus
  /** Object that has the metric. */
  describedObject: CrossVersionObjectReference
}

/** A metric of each pod; its average counts. */
export interface PodsMetricSource {
  /** The metric. */
  metric: MetricIdentifier
  /** Target average value. */
  target: MetricTarget
}

/** Current average value of a metric of each pod. */
export interface PodsMetricStatus {
  /** The metric. */
  metric: MetricIdentifier
  /** Current value. */
  current: MetricValueStatus
}

/** Use of a resource, such as cpu or memory, by the pods. */
export interface ResourceMetricSource {
  /** Name of the resource. */
  name: string
  /** Target average value or utilization. */
  target: MetricTarget
}

/** Current use of a resource by the pods. */
export interface ResourceMetricStatus {
  /** Name of the resource. */
  name: string
  /** Current value. */
  current: MetricValueStatus
}
