import type { MetricStatus } from '#kinds/autoscaling/horizontalpodautoscaler/v2/metrics.js'
import type { HorizontalPodAutoscaler } from '#kinds/autoscaling/horizontalpodautoscaler/v2/schema.js'
import type { ScaleTarget } from '#workloads/scale-targets.js'
import { type MetricInput, proposalOf } from './metric-proposals.js'
import type { ScalingHistory, Step } from './scaling-history.js'

export interface AutoscalerCondition {
  readonly type: 'AbleToScale' | 'ScalingActive' | 'ScalingLimited'
  readonly status: 'True' | 'False'
  readonly reason: string
  readonly message: string
}

/** What an autoscaler does now, and what it reports. */
export interface Decision {
  readonly conditions: readonly AutoscalerCondition[]
  readonly currentReplicas?: number
  /** Undefined if the metrics gave no number. */
  readonly desiredReplicas?: number
  /** Undefined keeps those of the status. */
  readonly metrics?: readonly MetricStatus[] | null
  /** Why the replicas change; undefined if they do not. */
  readonly rescale?: string | undefined
  /** Whether time alone may change the decision. */
  readonly isPending?: boolean
  readonly failure?: { readonly reason: string; readonly message: string }
}

const holds = (
  type: AutoscalerCondition['type'],
  status: boolean,
  reason: string,
  message: string,
): AutoscalerCondition => ({ type, status: status ? 'True' : 'False', reason, message })

const FOUND = holds(
  'AbleToScale',
  true,
  'SucceededGetScale',
  "the HPA controller was able to get the target's current scale",
)

export function withoutScale(message: string): Decision {
  const text = `the HPA controller was unable to get the target's current scale: ${message}`
  return {
    conditions: [holds('AbleToScale', false, 'FailedGetScale', text)],
    failure: { reason: 'FailedGetScale', message },
  }
}

export function withoutSelector({ replicas }: ScaleTarget): Decision {
  const text = "the HPA target's scale is missing a selector"
  return {
    conditions: [FOUND, holds('ScalingActive', false, 'InvalidSelector', text)],
    currentReplicas: replicas,
    failure: { reason: 'SelectorRequired', message: 'selector is required' },
  }
}

/** Whether the replicas are within the limits, so that metrics decide. */
export function decide(
  autoscaler: Readonly<HorizontalPodAutoscaler>,
  input: MetricInput,
  history: ScalingHistory,
  now: number,
): Decision {
  const { minReplicas: min = 1, maxReplicas: max } = autoscaler.spec
  const { replicas: current } = input.scale
  if (current === 0 && min !== 0) {
    const text = 'scaling is disabled since the replica count of the target is zero'
    return {
      conditions: [FOUND, holds('ScalingActive', false, 'ScalingDisabled', text)],
      currentReplicas: 0,
      desiredReplicas: 0,
      metrics: null,
    }
  }
  if (current > max) return outside(current, max, 'Current number of replicas above Spec.MaxReplicas')
  if (current < min) return outside(current, min, 'Current number of replicas below Spec.MinReplicas')
  return byMetrics(autoscaler, input, { current, min, max }, history, now)
}

const rescaled = (to: number) =>
  holds(
    'AbleToScale',
    true,
    'SucceededRescale',
    `the HPA controller was able to update the target scale to ${to}`,
  )

const outside = (from: number, to: number, why: string): Decision => ({
  conditions: [rescaled(to)],
  currentReplicas: from,
  desiredReplicas: to,
  metrics: null,
  rescale: why,
})

function byMetrics(
  { spec }: Readonly<HorizontalPodAutoscaler>,
  input: MetricInput,
  limits: { readonly current: number; readonly min: number; readonly max: number },
  history: ScalingHistory,
  now: number,
): Decision {
  const { current } = limits
  const results = (spec.metrics ?? []).map((metric) => proposalOf(metric, input))
  const valid = results.filter((result) => 'status' in result)
  const invalid = results.filter((result) => 'error' in result)
  const best = valid.reduce<(typeof valid)[number] | undefined>(
    (most, each) => (most === undefined || each.replicas > most.replicas ? each : most),
    undefined,
  )
  const [failed] = invalid
  // A metric that cannot be read might ask for more pods, so nothing is scaled down.
  if (best === undefined || (failed !== undefined && best.replicas < current)) {
    const { reason, error } = failed ?? { reason: 'InvalidMetricSourceType', error: 'no metrics' }
    return {
      conditions: [
        FOUND,
        holds('ScalingActive', false, reason, `the HPA was unable to compute the replica count: ${error}`),
      ],
      currentReplicas: current,
      failure: {
        reason: 'FailedComputeMetricsReplicas',
        message: `invalid metrics (${invalid.length} invalid out of ${results.length}), first error is: ${error}`,
      },
    }
  }
  history.hold(now)
  if (history.isEmpty) history.recommend(current, now)
  const stable = history.stabilize(best.replicas, limits, spec.behavior, now)
  history.recommend(best.replicas, now)
  const step = history.limit(stable.replicas, limits, spec.behavior, now)
  const isRescaled = step.replicas !== current
  const text = `the HPA was able to successfully calculate a replica count from ${best.name}`
  return {
    conditions: [
      isRescaled ? rescaled(step.replicas) : holds('AbleToScale', true, stable.reason, stable.message),
      holds('ScalingActive', true, 'ValidMetricFound', text),
      holds('ScalingLimited', step.replicas !== stable.replicas, step.reason, step.message),
    ],
    currentReplicas: current,
    desiredReplicas: step.replicas,
    metrics: valid.map(({ status }) => status),
    rescale: isRescaled ? reasonOf(best, current) : undefined,
    isPending: stable.replicas !== best.replicas || isLimitedByRate(step),
  }
}

const reasonOf = (
  { replicas, name }: { readonly replicas: number; readonly name: string },
  current: number,
) => (replicas > current ? `${name} above target` : 'All metrics below target')

const isLimitedByRate = ({ reason }: Step) => reason === 'ScaleUpLimit' || reason === 'ScaleDownLimit'
