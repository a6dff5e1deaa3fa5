import { Condition } from '#meta/condition.js'
import { LabelSelector } from '#meta/label-selector.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  explicit,
  type Infer,
  int32,
  int64,
  intOrString,
  list,
  map,
  optional,
  required,
  string,
  struct,
  time,
} from '#schema/type.js'

export const PodDisruptionBudgetSpec = struct(
  'io.k8s.api.policy.v1.PodDisruptionBudgetSpec',
  'How many pods have to stay while others are evicted.',
  () => ({
    minAvailable: explicit(
      1,
      intOrString,
      'Pods that have to be there after an eviction, as count or percentage; not together with maxUnavailable.',
    ),
    selector: explicit(
      2,
      LabelSelector,
      'Labels of the pods that are meant; an empty selector means all pods of the namespace, none no pods.',
      { replace: true },
    ),
    maxUnavailable: explicit(
      3,
      intOrString,
      'Pods that may be missing after an eviction, as count or percentage; not together with minAvailable.',
    ),
    unhealthyPodEvictionPolicy: explicit(
      4,
      string,
      'Whether pods that run but are not ready may be evicted at any time (AlwaysAllow) or only while enough others are healthy (IfHealthyBudget, when left out).',
      { enum: ['AlwaysAllow', 'IfHealthyBudget'] },
    ),
  }),
)
export interface PodDisruptionBudgetSpec extends Infer<typeof PodDisruptionBudgetSpec> {}

export const PodDisruptionBudgetStatus = struct(
  'io.k8s.api.policy.v1.PodDisruptionBudgetStatus',
  'How many pods may be evicted at present.',
  () => ({
    observedGeneration: optional(1, int64, 'Generation of the budget that the numbers are about.'),
    disruptedPods: optional(
      2,
      map(time),
      'Pods whose eviction was allowed and is not seen yet, with its time.',
    ),
    disruptionsAllowed: required(3, int32, 'Pods that may be evicted now.'),
    currentHealthy: required(4, int32, 'Pods that are healthy.'),
    desiredHealthy: required(5, int32, 'Pods that have to be healthy.'),
    expectedPods: required(6, int32, 'Pods that there are.'),
    conditions: optional(7, list(Condition), 'Latest findings; DisruptionAllowed is one.', {
      merge: { key: 'type' },
      listType: 'map',
      listMapKeys: ['type'],
    }),
  }),
)
export interface PodDisruptionBudgetStatus extends Infer<typeof PodDisruptionBudgetStatus> {}

export const PodDisruptionBudget = struct(
  'io.k8s.api.policy.v1.PodDisruptionBudget',
  'Keeps evictions from taking too many pods of a set at once.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the budget.'),
    spec: optional(2, PodDisruptionBudgetSpec, 'Pods that are meant, and how many of them have to stay.'),
    status: optional(3, PodDisruptionBudgetStatus, 'Numbers last reported by the controller.'),
  }),
)
export interface PodDisruptionBudget extends Infer<typeof PodDisruptionBudget> {}
