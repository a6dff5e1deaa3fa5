import type { MetricSpec, MetricStatus } from './v2/metrics.js'

/** The only metric that has fields in `autoscaling/v1`: CPU utilization. */

/** The default target, in percent. */
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

/** The CPU utilization target of a metric in percent; undefined for other metrics. */
export const cpuTargetOf = ({ type, resource }: MetricSpec): number | undefined =>
  type === 'Resource' && resource?.name === 'cpu' ? resource.target.averageUtilization : undefined

export const currentCpuOf = ({ type, resource }: MetricStatus): number | undefined =>
  type === 'Resource' && resource?.name === 'cpu' ? resource.current.averageUtilization : undefined
