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
  'How much the number of pods may change within a time.',
  () => ({
    type: required(1, string, 'What the value counts: Pods, or Percent of the pods that there are.'),
    value: required(2, int32, 'Change that is allowed; more than zero.'),
    periodSeconds: required(3, int32, 'Time within which it is allowed, from 1 to 1800 seconds.'),
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
        'Seconds over which past recommendations are looked at, so that the number does not go up and down; at most 3600.',
      ),
      selectPolicy: explicit(
        1,
        string,
        'Which policy counts: the one that allows most (Max) or least (Min); Disabled never changes the number.',
      ),
      // An empty list is an error; without a list the default policies apply.
      policies: explicit(2, list(HPAScalingPolicy), 'Policies of which one is selected; at least one.', {
        listType: 'atomic',
      }),
      tolerance: explicit(
        4,
        quantity,
        'Difference from the wanted value that changes nothing. Not kept: no controller knows it unless told to.',
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
        'How fast it goes up; at once, by four pods or to twice as many every 15 seconds, when left out.',
      ),
      scaleDown: explicit(
        2,
        HPAScalingRules,
        'How fast it goes down; to what was recommended within the last five minutes when left out.',
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
