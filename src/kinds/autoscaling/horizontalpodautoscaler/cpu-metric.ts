import type { MetricSpec, MetricStatus } from './v2/metrics.js'

/** The one metric that `autoscaling/v1` has members for: how much of the cpu that pods request they use. */

/** In percent, when no metric is given. */
export const DEFAULT_CPU_UTILIZATION = 80

const OTHERS = { object: undefined, pods: undefined, containerResource: undefined, external: undefined }

export const cpuUtilization = (averageUtilization: number): MetricSpec => ({
  type: 'Resource',
  ...OTHERS,
  resource: {
    name: 'cpu',
    target: { type: 'Utilization', value: undefined, averageValue: undefined, averageUtilization },
  },
})

export const currentCpuUtilization = (averageUtilization: number): MetricStatus => ({
  type: 'Resource',
  ...OTHERS,
  resource: { name: 'cpu', current: { value: undefined, averageValue: undefined, averageUtilization } },
})

/** What a metric wants the use of cpu to be, in percent; undefined for every other metric. */
export const cpuTargetOf = ({ type, resource }: MetricSpec): number | undefined =>
  type === 'Resource' && resource?.name === 'cpu' ? resource.target.averageUtilization : undefined

export const currentCpuOf = ({ type, resource }: MetricStatus): number | undefined =>
  type === 'Resource' && resource?.name === 'cpu' ? resource.current.averageUtilization : undefined
