// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { ObjectMeta } from './meta-v1.js'

/** Reference to an object in the same namespace; the version is a hint. */
export interface CrossVersionObjectReference {
  /** Kind of the object. */
  kind: string
  /** Name of the object. */
  name: string
  /** API group and version of the object. */
  apiVersion?: string
}

/** Scales another object by the CPU use of its pods. */
export interface HorizontalPodAutoscaler {
  kind: 'HorizontalPodAutoscaler'
  apiVersion: 'autoscaling/v1'
  /** Name, namespace and labels; annotations hold the fields that only v2 has. */
  metadata: ObjectMeta
  /** Object to scale, limits and target CPU use. */
  spec: HorizontalPodAutoscalerSpec
  /** Numbers last observed by the controller. */
  status: HorizontalPodAutoscalerStatus
}

/** Wanted behaviour of an autoscaler. */
export interface HorizontalPodAutoscalerSpec {
  /** Object to scale. */
  scaleTargetRef: CrossVersionObjectReference
  /** Lower limit of the number of pods; one when left out. */
  minReplicas?: number
  /** Upper limit of the number of pods; at least minReplicas. */
  maxReplicas: number
  /** Target average CPU use over all pods, in percent of their requests; 80 when no metric is given. */
  targetCPUUtilizationPercentage?: number
}

/** Observed state of an autoscaler. */
export interface HorizontalPodAutoscalerStatus {
  /** Generation of the autoscaler that its controller last acted on. */
  observedGeneration?: number
  /** When the number of pods was last changed. */
  lastScaleTime?: string
  /** Number of pods at the last observation. */
  currentReplicas: number
  /** Number of pods last computed from the metrics. */
  desiredReplicas: number
  /** Average CPU use over all pods, in percent of their requests. */
  currentCPUUtilizationPercentage?: number
}
