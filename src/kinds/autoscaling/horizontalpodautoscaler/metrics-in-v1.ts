import type { ObjectMeta } from '#meta/object-meta.js'
import { sameMeaning } from '#schema/equal.js'
import { list } from '#schema/type.js'
import { CURRENT_METRICS, EXACT_CURRENT_METRICS, EXACT_METRICS, METRICS, readPart } from './carried-parts.js'
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

export interface ToldMetrics {
  /** The use of cpu. */
  readonly cpu: number | undefined
  readonly annotations: Readonly<Record<string, string | undefined>>
}

interface Telling<M> {
  readonly annotation: string
  readonly exact: string
  /** In the field and the first annotation. */
  tell(metrics: readonly M[]): { cpu: number | undefined; text: string | undefined }
  understand(cpu: number | undefined, carried: M[] | undefined): M[]
  isSame(left: readonly M[], right: readonly M[]): boolean
  read(value: unknown): M[]
  decode(value: unknown): M[]
}

function toldIn<M>(telling: Telling<M>, metrics: readonly M[]): ToldMetrics {
  const { annotation, exact } = telling
  const { cpu, text } = telling.tell(metrics)
  const carried = text === undefined ? undefined : telling.read(JSON.parse(text))
  const isAll = telling.isSame(telling.understand(cpu, carried), metrics)
  return { cpu, annotations: { [annotation]: text, [exact]: isAll ? undefined : JSON.stringify(metrics) } }
}

function understoodFrom<M>(telling: Telling<M>, cpu: number | undefined, metadata: ObjectMeta): M[] {
  const { annotation, exact: word } = telling
  const exact = readPart(metadata, word, telling.decode)
  if (exact !== undefined) {
    const told = telling.tell(exact)
    if (told.cpu === cpu && told.text === metadata.annotations?.[annotation]) return exact
  }
  return telling.understand(cpu, readPart(metadata, annotation, telling.read))
}

const SPECS: Telling<MetricSpec> = {
  annotation: METRICS,
  exact: EXACT_METRICS,
  tell(metrics) {
    const others = metrics.filter((metric) => cpuTargetOf(metric) === undefined)
    return {
      cpu: metrics.map(cpuTargetOf).find((target) => target !== undefined),
      text: others.length === 0 ? undefined : metricsText(others),
    }
  },
  understand: (cpu, carried = []) => (cpu === undefined ? carried : [...carried, cpuUtilization(cpu)]),
  isSame: (left, right) => sameMeaning(list(MetricSpec), left, right),
  read: readMetrics,
  decode: decodeMetrics,
}

export const tellMetrics = (metrics: readonly MetricSpec[]) => toldIn(SPECS, metrics)
export const understandMetrics = (cpu: number | undefined, metadata: ObjectMeta) =>
  understoodFrom(SPECS, cpu, metadata)

const STATUSES: Telling<MetricStatus> = {
  annotation: CURRENT_METRICS,
  exact: EXACT_CURRENT_METRICS,
  // The annotation also has the CPU metric if the field cannot express all of it.
  tell(metrics) {
    const cpu = metrics.map(currentCpuOf).find((current) => current !== undefined)
    const isTold = STATUSES.isSame(cpu === undefined ? [] : [currentCpuUtilization(cpu)], metrics)
    return { cpu, text: isTold ? undefined : currentMetricsText(metrics) }
  },
  understand(cpu, carried = []) {
    const told = carried.map(currentCpuOf).find((current) => current !== undefined)
    if (cpu === undefined || cpu === told) return carried
    return [...carried.filter((metric) => currentCpuOf(metric) === undefined), currentCpuUtilization(cpu)]
  },
  isSame: (left, right) => sameMeaning(list(MetricStatus), left, right),
  read: readCurrentMetrics,
  decode: decodeCurrentMetrics,
}

export const tellCurrentMetrics = (metrics: readonly MetricStatus[]) => toldIn(STATUSES, metrics)
export const understandCurrentMetrics = (cpu: number | undefined, metadata: ObjectMeta) =>
  understoodFrom(STATUSES, cpu, metadata)
