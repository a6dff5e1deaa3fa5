import { NOTHING, workloadColumns } from '#kinds/shared/workload-columns.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { DaemonSet as DaemonSetV1 } from './apps-v1/schema.js'
import type { DaemonSet } from './extensions-v1beta1/schema.js'

export const daemonSetColumns: readonly Column<DaemonSet | DaemonSetV1>[] = [
  NAME,
  {
    name: 'Desired',
    type: 'integer',
    description: 'Nodes that should run the pod.',
    cell: ({ status }) => status.desiredNumberScheduled ?? 0,
  },
  {
    name: 'Current',
    type: 'integer',
    description: 'Nodes that run the pod and should.',
    cell: ({ status }) => status.currentNumberScheduled ?? 0,
  },
  {
    name: 'Ready',
    type: 'integer',
    description: 'Nodes whose pod is ready.',
    cell: ({ status }) => status.numberReady ?? 0,
  },
  {
    name: 'Up-to-date',
    type: 'integer',
    description: 'Nodes whose pod follows the current template.',
    cell: ({ status }) => status.updatedNumberScheduled ?? 0,
  },
  {
    name: 'Available',
    type: 'integer',
    description: 'Nodes whose pod has been ready long enough to count.',
    cell: ({ status }) => status.numberAvailable ?? 0,
  },
  {
    name: 'Node Selector',
    type: 'string',
    description: 'Labels that a node must have to run the pod.',
    cell: ({ spec }) =>
      Object.entries(spec.template.spec.nodeSelector ?? {})
        .map(([key, value]) => `${key}=${value}`)
        .sort()
        .join(',') || NOTHING,
  },
  AGE,
  ...workloadColumns,
]
