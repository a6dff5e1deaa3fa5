import { EMPTY_CELL } from '#kinds/shared/workload/columns.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { v1Conversion } from './conversion.js'
import type * as v1 from './v1/schema.js'
import type { MetricSpec, MetricStatus, MetricTarget, MetricValueStatus } from './v2/metrics.js'
import type * as v2 from './v2/schema.js'

export const autoscalerColumns: readonly Column<v2.HorizontalPodAutoscaler>[] = [
  NAME,
  {
    name: 'Reference',
    type: 'string',
    description: 'Object to scale.',
    cell: ({ spec }) => `${spec.scaleTargetRef.kind}/${spec.scaleTargetRef.name}`,
  },
  {
    name: 'Targets',
    type: 'string',
    description: 'Current and target values of the metrics.',
    cell: ({ spec, status }) => metricsText(spec.metrics ?? [], status.currentMetrics ?? []),
  },
  {
    name: 'MinPods',
    type: 'string',
    description: 'Lower limit of the number of pods.',
    cell: ({ spec }) => (spec.minReplicas === undefined ? '<unset>' : String(spec.minReplicas)),
  },
  {
    name: 'MaxPods',
    type: 'string',
    description: 'Upper limit of the number of pods.',
    cell: ({ spec }) => spec.maxReplicas,
  },
  {
    name: 'Replicas',
    type: 'string',
    description: 'Number of pods at the last observation.',
    cell: ({ status }) => status.currentReplicas ?? 0,
  },
  AGE,
]

export const autoscalerColumnsV1 = autoscalerColumns.map((column): Column<v1.HorizontalPodAutoscaler> => {
  const { cell, ...rest } = column
  return cell === undefined
    ? rest
    : { ...rest, cell: (object, now) => cell(v1Conversion.toStored(object), now) }
})

/** Further metrics are only counted. */
const SHOWN_METRICS = 2
const UNKNOWN = '<unknown>'

function metricsText(metrics: readonly MetricSpec[], statuses: readonly MetricStatus[]): string {
  if (metrics.length === 0) return EMPTY_CELL
  const text = metrics
    .slice(0, SHOWN_METRICS)
    .map((metric, index) => metricText(metric, statuses[index]))
    .join(', ')
  return metrics.length > SHOWN_METRICS ? `${text} + ${metrics.length - SHOWN_METRICS} more...` : text
}

function metricText(metric: MetricSpec, status: MetricStatus | undefined): string {
  switch (metric.type) {
    case 'External':
      return valueText(metric.external?.target, status?.external?.current)
    case 'Object':
      return valueText(metric.object?.target, status?.object?.current)
    case 'Pods':
      return `${reported(status?.pods?.current, 'averageValue')}/${metric.pods?.target.averageValue ?? ''}`
    case 'Resource':
      return resourceText(metric.resource, status?.resource?.current)
    case 'ContainerResource':
      return resourceText(metric.containerResource, status?.containerResource?.current)
    default:
      return '<unknown type>'
  }
}

function valueText(target: MetricTarget | undefined, current: MetricValueStatus | undefined): string {
  if (target?.averageValue !== undefined) {
    return `${current?.averageValue ?? UNKNOWN}/${target.averageValue} (avg)`
  }
  return `${reported(current, 'value')}/${target?.value ?? ''}`
}

/** A metric may be reported without the value that its target is about. */
const reported = (current: MetricValueStatus | undefined, value: 'value' | 'averageValue') =>
  current === undefined ? UNKNOWN : (current[value] ?? '<nil>')

function resourceText(
  source: { readonly name: string; readonly target: MetricTarget } | undefined,
  current: MetricValueStatus | undefined,
): string {
  const { averageValue, averageUtilization } = source?.target ?? {}
  if (averageValue !== undefined) {
    return `${source?.name}: ${current?.averageValue ?? UNKNOWN}/${averageValue}`
  }
  const found = current?.averageUtilization === undefined ? UNKNOWN : `${current.averageUtilization}%`
  return `${source?.name}: ${found}/${averageUtilization === undefined ? '<auto>' : `${averageUtilization}%`}`
}
