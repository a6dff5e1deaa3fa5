import type {
  MetricSpec,
  MetricStatus,
  MetricTarget,
} from '#kinds/autoscaling/horizontalpodautoscaler/v2/metrics.js'
import { canonicalQuantity, quantityAsNumber } from '#schema/quantity.js'
import type { PodSummary } from '#workloads/pods/summary.js'
import type { ScaleTarget } from '#workloads/scale-targets.js'
import {
  MetricError,
  type Proposal,
  replicasForAverage,
  replicasForPods,
  replicasForValue,
} from './replica-calculator.js'
import type { SimulatedMetrics } from './simulated-metrics.js'

export interface MetricInput {
  readonly scale: ScaleTarget
  readonly pods: readonly PodSummary[]
  readonly metrics: SimulatedMetrics
}

/** What one metric of an autoscaler asks for. */
export type MetricResult =
  | { readonly replicas: number; readonly name: string; readonly status: MetricStatus }
  | { readonly reason: string; readonly error: string }

const milliOf = (quantity: string) => quantityAsNumber(quantity) * 1000
const quantityOf = (milli: number) => canonicalQuantity(`${Math.round(milli)}m`)

const NO_VALUE = { value: undefined, averageValue: undefined, averageUtilization: undefined }

/** Every type of metric fails with its own reason. */
export function proposalOf(spec: MetricSpec, input: MetricInput): MetricResult {
  switch (spec.type) {
    case 'Resource':
      return spec.resource === undefined ? unknown(spec) : ofResource(spec.resource, input)
    case 'ContainerResource':
      return spec.containerResource === undefined ? unknown(spec) : ofResource(spec.containerResource, input)
    case 'Pods':
      return spec.pods === undefined ? unknown(spec) : ofPods(spec.pods, input)
    case 'Object':
    case 'External':
      return ofValue(spec, input)
    default:
      return unknown(spec)
  }
}

const unknown = ({ type }: MetricSpec): MetricResult => ({
  reason: 'InvalidMetricSourceType',
  error: `unknown metric source type ${JSON.stringify(type)}`,
})

type Attempt = { readonly proposal: Proposal } | { readonly error: string }

function attempt(compute: () => Proposal): Attempt {
  try {
    return { proposal: compute() }
  } catch (error) {
    if (error instanceof MetricError) return { error: error.message }
    throw error
  }
}

interface ResourceSource {
  readonly name: string
  readonly target: MetricTarget
  readonly container?: string
}

function ofResource({ name, target, container }: ResourceSource, input: MetricInput): MetricResult {
  const isContainer = container !== undefined
  const utilization = target.averageUtilization
  const average = target.averageValue === undefined ? undefined : milliOf(target.averageValue)
  const { metrics, pods, scale } = input
  const result = attempt(() => {
    if (average === undefined && utilization === undefined) {
      throw new MetricError(
        'invalid resource metric source: neither an average utilization target nor an average value (usage) target was set',
      )
    }
    const useOf = (pod: PodSummary) => metrics.ofPod(pod, name, container)
    if (pods.every((pod) => useOf(pod) === undefined)) {
      throw new MetricError(
        `unable to get metrics for resource ${name}: no metrics returned from resource metrics API`,
      )
    }
    const requestOf = (pod: PodSummary) => {
      if (average !== undefined) return 0
      const request = metrics.request(pod, name, container)
      if (request === undefined) throw new MetricError(`missing request for ${name} in Pod ${pod.name}`)
      return request
    }
    for (const pod of pods) requestOf(pod)
    return replicasForPods(
      scale.replicas,
      pods,
      (pod) => {
        const milli = useOf(pod)
        return milli === undefined ? undefined : { milli, request: requestOf(pod) }
      },
      requestOf,
      average === undefined ? { utilization } : { average },
      name === 'cpu',
    )
  })
  if ('error' in result) {
    return {
      reason: isContainer ? 'FailedGetContainerResourceMetric' : 'FailedGetResourceMetric',
      error: `failed to get ${name} ${isContainer ? 'container ' : ''}utilization: ${result.error}`,
    }
  }
  const { proposal } = result
  const current = {
    ...NO_VALUE,
    averageValue: quantityOf(proposal.milli),
    averageUtilization: proposal.utilization,
  }
  const what = `${name} ${isContainer ? 'container ' : ''}resource`
  return {
    replicas: proposal.replicas,
    name: average === undefined ? `${what} utilization (percentage of request)` : what,
    status: isContainer
      ? statusOf('ContainerResource', { containerResource: { name, container, current } })
      : statusOf('Resource', { resource: { name, current } }),
  }
}

function ofPods({ metric, target }: NonNullable<MetricSpec['pods']>, input: MetricInput): MetricResult {
  const { metrics, pods, scale } = input
  const result = attempt(() => {
    const useOf = (pod: PodSummary) => metrics.ofPod(pod, metric.name)
    if (pods.every((pod) => useOf(pod) === undefined)) {
      throw new MetricError(
        `unable to get metric ${metric.name}: no metrics returned from custom metrics API`,
      )
    }
    return replicasForPods(
      scale.replicas,
      pods,
      (pod) => {
        const milli = useOf(pod)
        return milli === undefined ? undefined : { milli, request: 0 }
      },
      () => 0,
      { average: milliOf(target.averageValue ?? '0') },
      false,
    )
  })
  if ('error' in result) {
    return { reason: 'FailedGetPodsMetric', error: `failed to get pods metric value: ${result.error}` }
  }
  const current = { ...NO_VALUE, averageValue: quantityOf(result.proposal.milli) }
  return {
    replicas: result.proposal.replicas,
    name: `pods metric ${metric.name}`,
    status: statusOf('Pods', { pods: { metric, current } }),
  }
}

function ofValue(spec: MetricSpec, { metrics, pods, scale }: MetricInput): MetricResult {
  const source = spec.type === 'Object' ? spec.object : spec.external
  if (source === undefined) return unknown(spec)
  const { metric, target } = source
  const isAverage = target.averageValue !== undefined
  const result = attempt(() => {
    const milli = metrics.value(metric.name)
    if (milli === undefined) throw new MetricError(`unable to get metric ${metric.name}: no metrics returned`)
    if (isAverage) return replicasForAverage(scale.statusReplicas, milli, milliOf(target.averageValue ?? '0'))
    return replicasForValue(scale.replicas, pods, milli, milliOf(target.value ?? '0'))
  })
  if ('error' in result) {
    return spec.type === 'Object'
      ? { reason: 'FailedGetObjectMetric', error: `failed to get object metric value: ${result.error}` }
      : {
          reason: 'FailedGetExternalMetric',
          error: `failed to get external metric ${metric.name}: ${result.error}`,
        }
  }
  const { replicas, milli } = result.proposal
  const current = { ...NO_VALUE, [isAverage ? 'averageValue' : 'value']: quantityOf(milli) }
  if (spec.object !== undefined && spec.type === 'Object') {
    const { describedObject } = spec.object
    return {
      replicas,
      name: `${describedObject.kind} metric ${metric.name}`,
      status: statusOf('Object', { object: { metric, current, describedObject } }),
    }
  }
  return {
    replicas,
    name: `external metric ${metric.name}`,
    status: statusOf('External', { external: { metric, current } }),
  }
}

const statusOf = (type: string, source: Partial<MetricStatus>): MetricStatus => ({
  type,
  object: undefined,
  pods: undefined,
  resource: undefined,
  containerResource: undefined,
  external: undefined,
  ...source,
})
