import type { ObjectMeta } from '#meta/object-meta.js'
import { semanticEqual } from '#schema/equal.js'
import { list } from '#schema/type.js'
import {
  CURRENT_METRICS,
  EXACT_CURRENT_METRICS,
  EXACT_METRICS,
  METRICS,
  readPart,
} from './carried-annotations.js'
import { cpuTargetOf, cpuUtilization, currentCpuOf, currentCpuUtilization } from './cpu-metric.js'
import {
  currentMetricsText,
  decodeCurrentMetrics,
  decodeMetrics,
  metricsText,
  readCurrentMetrics,
  readMetrics,
} from './metric-annotations.js'
import { MetricSpec, MetricStatus } from './v2/metrics.js'

/**
 * The metrics of an autoscaler in `autoscaling/v1`: CPU utilization in a field, all others in an annotation. If that
 * loses information, a second annotation has all metrics verbatim. It is used as long as the field and the first
 * annotation have not changed.
 */

export interface V1Metrics {
  /** The CPU utilization. */
  readonly cpu: number | undefined
  readonly annotations: Readonly<Record<string, string | undefined>>
}

interface V1Codec<M> {
  readonly annotation: string
  readonly exact: string
  /** In the field and the first annotation. */
  encode(metrics: readonly M[]): { cpu: number | undefined; text: string | undefined }
  join(cpu: number | undefined, carried: M[] | undefined): M[]
  isSame(left: readonly M[], right: readonly M[]): boolean
  read(value: unknown): M[]
  decode(value: unknown): M[]
}

function encodeMetrics<M>(codec: V1Codec<M>, metrics: readonly M[]): V1Metrics {
  const { annotation, exact } = codec
  const { cpu, text } = codec.encode(metrics)
  const carried = text === undefined ? undefined : codec.read(JSON.parse(text))
  const isAll = codec.isSame(codec.join(cpu, carried), metrics)
  return { cpu, annotations: { [annotation]: text, [exact]: isAll ? undefined : JSON.stringify(metrics) } }
}

function readV1Metrics<M>(codec: V1Codec<M>, cpu: number | undefined, metadata: ObjectMeta): M[] {
  const { annotation, exact: exactAnnotation } = codec
  const exact = readPart(metadata, exactAnnotation, codec.decode)
  if (exact !== undefined) {
    const encoded = codec.encode(exact)
    if (encoded.cpu === cpu && encoded.text === metadata.annotations?.[annotation]) return exact
  }
  return codec.join(cpu, readPart(metadata, annotation, codec.read))
}

const SPECS: V1Codec<MetricSpec> = {
  annotation: METRICS,
  exact: EXACT_METRICS,
  encode(metrics) {
    const others = metrics.filter((metric) => cpuTargetOf(metric) === undefined)
    return {
      cpu: metrics.map(cpuTargetOf).find((target) => target !== undefined),
      text: others.length === 0 ? undefined : metricsText(others),
    }
  },
  join: (cpu, carried = []) => (cpu === undefined ? carried : [...carried, cpuUtilization(cpu)]),
  isSame: (left, right) => semanticEqual(list(MetricSpec), left, right),
  read: readMetrics,
  decode: decodeMetrics,
}

export const toV1Metrics = (metrics: readonly MetricSpec[]) => encodeMetrics(SPECS, metrics)
export const fromV1Metrics = (cpu: number | undefined, metadata: ObjectMeta) =>
  readV1Metrics(SPECS, cpu, metadata)

const STATUSES: V1Codec<MetricStatus> = {
  annotation: CURRENT_METRICS,
  exact: EXACT_CURRENT_METRICS,
  // The annotation also has the CPU metric if the field cannot express all of it.
  encode(metrics) {
    const cpu = metrics.map(currentCpuOf).find((current) => current !== undefined)
    const isExpressible = STATUSES.isSame(cpu === undefined ? [] : [currentCpuUtilization(cpu)], metrics)
    return { cpu, text: isExpressible ? undefined : currentMetricsText(metrics) }
  },
  join(cpu, carried = []) {
    const encoded = carried.map(currentCpuOf).find((current) => current !== undefined)
    if (cpu === undefined || cpu === encoded) return carried
    return [...carried.filter((metric) => currentCpuOf(metric) === undefined), currentCpuUtilization(cpu)]
  },
  isSame: (left, right) => semanticEqual(list(MetricStatus), left, right),
  read: readCurrentMetrics,
  decode: decodeCurrentMetrics,
}

export const toV1CurrentMetrics = (metrics: readonly MetricStatus[]) => encodeMetrics(STATUSES, metrics)
export const fromV1CurrentMetrics = (cpu: number | undefined, metadata: ObjectMeta) =>
  readV1Metrics(STATUSES, cpu, metadata)
