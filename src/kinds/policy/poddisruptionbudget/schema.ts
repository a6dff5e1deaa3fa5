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
  withCompletion,
} from '#schema/type.js'

/** In `policy/v1beta1` an empty selector selected no pods; expressions with this key told it from one that selects all. */
const EMPTY_MATCH = 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match'

const selectsNone = ({ matchLabels = {}, matchExpressions: [first, ...others] = [] }: LabelSelector) =>
  Object.keys(matchLabels).length === 0 &&
  others.length === 0 &&
  first?.key === EMPTY_MATCH &&
  first.operator === 'Exists' &&
  !first.values?.length

function dropEmptyMatch(selector: LabelSelector): void {
  const { matchExpressions } = selector
  if (!matchExpressions?.some(({ key }) => key === EMPTY_MATCH)) return
  const others = matchExpressions.filter(({ key }) => key !== EMPTY_MATCH)
  selector.matchExpressions = others.length === 0 ? undefined : others
}

export const PodDisruptionBudgetSpec = withCompletion(
  struct(
    'io.k8s.api.policy.v1.PodDisruptionBudgetSpec',
    'How many pods evictions must leave available.',
    () => ({
      minAvailable: explicit(
        1,
        intOrString,
        'Pods that must be available after an eviction, as count or percentage; not together with maxUnavailable.',
      ),
      selector: explicit(
        2,
        LabelSelector,
        'Labels of the pods; an empty selector selects all pods of the namespace, an absent one none.',
        { replace: true },
      ),
      maxUnavailable: explicit(
        3,
        intOrString,
        'Pods that may be unavailable after an eviction, as count or percentage; not together with minAvailable.',
      ),
      unhealthyPodEvictionPolicy: explicit(
        4,
        string,
        'When running pods that are not ready may be evicted: always (AlwaysAllow) or only while enough others are healthy (IfHealthyBudget, the default).',
        { enum: ['AlwaysAllow', 'IfHealthyBudget'] },
      ),
    }),
  ),
  ({ selector }) => {
    if (selector !== undefined && !selectsNone(selector)) dropEmptyMatch(selector)
  },
)
export interface PodDisruptionBudgetSpec extends Infer<typeof PodDisruptionBudgetSpec> {}

export const PodDisruptionBudgetStatus = struct(
  'io.k8s.api.policy.v1.PodDisruptionBudgetStatus',
  'How many pods may be evicted at present.',
  () => ({
    observedGeneration: optional(1, int64, 'Generation of the budget that the numbers were computed from.'),
    disruptedPods: optional(
      2,
      map(time),
      'Pods whose eviction was allowed but is not yet observed, with its time.',
    ),
    disruptionsAllowed: required(3, int32, 'Pods that may be evicted now.'),
    currentHealthy: required(4, int32, 'Current number of healthy pods.'),
    desiredHealthy: required(5, int32, 'Minimum number of healthy pods.'),
    expectedPods: required(6, int32, 'Number of pods that the budget counts.'),
    conditions: optional(7, list(Condition), 'Latest conditions, such as DisruptionAllowed.', {
      merge: { key: 'type' },
      listType: 'map',
      listMapKeys: ['type'],
    }),
  }),
)
export interface PodDisruptionBudgetStatus extends Infer<typeof PodDisruptionBudgetStatus> {}

export const PodDisruptionBudget = struct(
  'io.k8s.api.policy.v1.PodDisruptionBudget',
  'Limits how many pods of a set evictions may disrupt at once.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the budget.'),
    spec: optional(2, PodDisruptionBudgetSpec, 'Selected pods, and how many must stay available.'),
    status: optional(3, PodDisruptionBudgetStatus, 'Numbers last reported by the controller.'),
  }),
)
export interface PodDisruptionBudget extends Infer<typeof PodDisruptionBudget> {}
