import { emptyOf } from '#schema/decode.js'
import {
  explicit,
  type Infer,
  int32,
  list,
  quantity,
  required,
  string,
  struct,
  withCompletion,
} from '#schema/type.js'

/** How fast an autoscaler scales up and down. */

export const HPAScalingPolicy = struct(
  'io.k8s.api.autoscaling.v2.HPAScalingPolicy',
  'Limit of how much the number of pods may change in a period.',
  () => ({
    type: required(1, string, 'Unit of the value: Pods, or Percent of the current pods.'),
    value: required(2, int32, 'Largest allowed change; more than zero.'),
    periodSeconds: required(3, int32, 'Length of the period, from 1 to 1800 seconds.'),
  }),
)
export interface HPAScalingPolicy extends Infer<typeof HPAScalingPolicy> {}

export const HPAScalingRules = withCompletion(
  struct(
    'io.k8s.api.autoscaling.v2.HPAScalingRules',
    'How fast the number of pods changes in one direction.',
    () => ({
      stabilizationWindowSeconds: explicit(
        3,
        int32,
        'Seconds of past recommendations to consider, which prevents flapping; at most 3600.',
      ),
      selectPolicy: explicit(
        1,
        string,
        'Which policy applies: the one with the largest (Max) or the smallest (Min) change; Disabled prevents scaling.',
      ),
      // An empty list is an error; without a list the default policies apply.
      policies: explicit(2, list(HPAScalingPolicy), 'Policies to select from; at least one.', {
        listType: 'atomic',
      }),
      tolerance: explicit(
        4,
        quantity,
        'Deviation from the target below which nothing changes. Dropped on write: its feature gate is off.',
      ),
    }),
  ),
  (rules) => {
    rules.tolerance = undefined
    rules.selectPolicy ??= 'Max'
  },
)
export interface HPAScalingRules extends Infer<typeof HPAScalingRules> {}

const emptyRules = emptyOf(HPAScalingRules)

const byPercent = (): HPAScalingPolicy => ({ type: 'Percent', value: 100, periodSeconds: 15 })
const byPods = (): HPAScalingPolicy => ({ type: 'Pods', value: 4, periodSeconds: 15 })

export const HorizontalPodAutoscalerBehavior = withCompletion(
  struct(
    'io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerBehavior',
    'How fast the number of pods goes up and down.',
    () => ({
      scaleUp: explicit(
        1,
        HPAScalingRules,
        'How fast it goes up; by four pods or 100 percent every 15 seconds, without delay, when left out.',
      ),
      scaleDown: explicit(
        2,
        HPAScalingRules,
        'How fast it goes down; to the highest recommendation of the last five minutes when left out.',
      ),
    }),
  ),
  (behavior) => {
    behavior.scaleUp ??= emptyRules()
    behavior.scaleDown ??= emptyRules()
    behavior.scaleUp.stabilizationWindowSeconds ??= 0
    behavior.scaleUp.policies ??= [byPods(), byPercent()]
    behavior.scaleDown.policies ??= [byPercent()]
  },
)
export interface HorizontalPodAutoscalerBehavior extends Infer<typeof HorizontalPodAutoscalerBehavior> {}
