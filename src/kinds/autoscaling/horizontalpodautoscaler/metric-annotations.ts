import { decoderOf } from '#schema/decode.js'
import { eachOf } from './carried-annotations.js'
import { MetricSpec, MetricStatus } from './v2/metrics.js'

/**
 * Metrics in the annotations of `autoscaling/v1`, in the format of an older version in which each source names its own
 * values.
 */

export const decodeMetrics = eachOf(decoderOf(MetricSpec))
export const decodeCurrentMetrics = eachOf(decoderOf(MetricStatus))

/** A JSON value of unknown type. */
// biome-ignore lint/suspicious/noExplicitAny: annotations are written by anyone, and the decoder checks what is made of them.
type Json = any

export const metricsText = (metrics: readonly MetricSpec[]): string =>
  JSON.stringify(metrics.map(writeMetric))
export const currentMetricsText = (metrics: readonly MetricStatus[]): string =>
  JSON.stringify(metrics.map(writeStatus))

export const readMetrics = (value: Json): MetricSpec[] => decodeMetrics((value ?? []).map(readMetric))
export const readCurrentMetrics = (value: Json): MetricStatus[] =>
  decodeCurrentMetrics((value ?? []).map(readStatus))

function writeMetric({ type, object, pods, resource, containerResource, external }: MetricSpec): Json {
  return {
    type,
    object: object && {
      target: object.describedObject,
      metricName: object.metric.name,
      targetValue: object.target.value ?? '0',
      selector: object.metric.selector,
      averageValue: object.target.averageValue,
    },
    pods: pods && {
      metricName: pods.metric.name,
      targetAverageValue: pods.target.averageValue ?? '0',
      selector: pods.metric.selector,
    },
    resource: resource && writeResource(resource),
    containerResource: containerResource && {
      ...writeResource(containerResource),
      container: containerResource.container,
    },
    external: external && {
      metricName: external.metric.name,
      metricSelector: external.metric.selector,
      targetValue: external.target.value,
      targetAverageValue: external.target.averageValue,
    },
  }
}

const writeResource = ({ name, target }: NonNullable<MetricSpec['resource']>): Json => ({
  name,
  targetAverageUtilization: target.averageUtilization,
  targetAverageValue: target.averageValue,
})

function readMetric({ type, object, pods, resource, containerResource, external }: Json): Json {
  return {
    type,
    object: object && {
      describedObject: object.target,
      target: target(valueType(object.averageValue), {
        value: given(object.targetValue),
        averageValue: object.averageValue,
      }),
      metric: { name: object.metricName, selector: object.selector },
    },
    pods: pods && {
      metric: { name: pods.metricName, selector: pods.selector },
      target: target('AverageValue', { averageValue: given(pods.targetAverageValue) }),
    },
    resource: resource && readResource(resource),
    containerResource: containerResource && {
      ...readResource(containerResource),
      container: containerResource.container,
    },
    external: external && {
      metric: { name: external.metricName, selector: external.metricSelector },
      target: target(valueType(external.targetAverageValue), {
        value: external.targetValue,
        averageValue: external.targetAverageValue,
      }),
    },
  }
}

const target = (type: string, values: Json): Json => ({ type, ...values })
const valueType = (averageValue: Json) => (averageValue == null ? 'Value' : 'AverageValue')
/** The older format requires a value; 0 stands for none. */
const given = (value: Json) => (value === '0' ? undefined : value)

const readResource = ({ name, targetAverageUtilization, targetAverageValue }: Json): Json => ({
  name,
  target: target(targetAverageUtilization == null ? 'AverageValue' : 'Utilization', {
    averageValue: targetAverageValue,
    averageUtilization: targetAverageUtilization,
  }),
})

function writeStatus({ type, object, pods, resource, containerResource, external }: MetricStatus): Json {
  return {
    type,
    object: object && {
      target: object.describedObject,
      metricName: object.metric.name,
      currentValue: object.current.value ?? '0',
      selector: object.metric.selector,
      averageValue: object.current.averageValue,
    },
    pods: pods && {
      metricName: pods.metric.name,
      currentAverageValue: pods.current.averageValue ?? '0',
      selector: pods.metric.selector,
    },
    resource: resource && writeResourceStatus(resource),
    containerResource: containerResource && {
      ...writeResourceStatus(containerResource),
      container: containerResource.container,
    },
    external: external && {
      metricName: external.metric.name,
      metricSelector: external.metric.selector,
      currentValue: external.current.value ?? '0',
      currentAverageValue: external.current.averageValue,
    },
  }
}

const writeResourceStatus = ({ name, current }: NonNullable<MetricStatus['resource']>): Json => ({
  name,
  currentAverageUtilization: current.averageUtilization,
  currentAverageValue: current.averageValue ?? '0',
})

function readStatus({ type, object, pods, resource, containerResource, external }: Json): Json {
  return {
    type,
    object: object && {
      metric: { name: object.metricName, selector: object.selector },
      current: { value: given(object.currentValue), averageValue: object.averageValue },
      describedObject: object.target,
    },
    pods: pods && {
      metric: { name: pods.metricName, selector: pods.selector },
      current: { averageValue: given(pods.currentAverageValue) },
    },
    resource: resource && readResourceStatus(resource),
    containerResource: containerResource && {
      ...readResourceStatus(containerResource),
      container: containerResource.container,
    },
    external: external && {
      metric: { name: external.metricName, selector: external.metricSelector },
      current: { value: given(external.currentValue), averageValue: external.currentAverageValue },
    },
  }
}

const readResourceStatus = ({ name, currentAverageUtilization, currentAverageValue }: Json): Json => ({
  name,
  current: { averageValue: given(currentAverageValue), averageUtilization: currentAverageUtilization },
})
