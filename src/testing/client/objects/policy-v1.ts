// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { Condition, LabelSelector, ObjectMeta } from './meta-v1.js'

/** Limits how many pods of a set evictions may disrupt at once. */
export interface PodDisruptionBudget {
  kind: 'PodDisruptionBudget'
  apiVersion: 'policy/v1'
  /** Name, namespace, labels and other standard data of the budget. */
  metadata: ObjectMeta
  /** Selected pods, and how many must stay available. */
  spec: PodDisruptionBudgetSpec
  /** Numbers last reported by the controller. */
  status: PodDisruptionBudgetStatus
}

/** How many pods evictions must leave available. */
export interface PodDisruptionBudgetSpec {
  /** Pods that must be available after an eviction, as count or percentage; not together with maxUnavailable. */
  minAvailable?: number | string
  /** Labels of the pods; an empty selector selects all pods of the namespace, an absent one none. */
  selector?: LabelSelector
  /** Pods that may be unavailable after an eviction, as count or percentage; not together with minAvailable. */
  maxUnavailable?: number | string
  /** When running pods that are not ready may be evicted: always (AlwaysAllow) or only while enough others are healthy (IfHealthyBudget, the default). */
  unhealthyPodEvictionPolicy?: string
}

/** How many pods may be evicted at present. */
export interface PodDisruptionBudgetStatus {
  /** Generation of the budget that the numbers were computed from. */
  observedGeneration?: number
  /** Pods whose eviction was allowed but is not yet observed, with its time. */
  disruptedPods?: Record<string, string | null>
  /** Pods that may be evicted now. */
  disruptionsAllowed: number
  /** Current number of healthy pods. */
  currentHealthy: number
  /** Minimum number of healthy pods. */
  desiredHealthy: number
  /** Number of pods that the budget counts. */
  expectedPods: number
  /** Latest conditions, such as DisruptionAllowed. */
  conditions?: Condition[]
}
