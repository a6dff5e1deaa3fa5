import { containerColumns, selectorColumn } from '#kinds/shared/workload-columns.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { ReplicationController } from './schema.js'

export const replicationControllerColumns: readonly Column<ReplicationController>[] = [
  NAME,
  {
    name: 'Desired',
    type: 'integer',
    description: 'Pods that are wanted.',
    cell: ({ spec }) => spec.replicas ?? 0,
  },
  {
    name: 'Current',
    type: 'integer',
    description: 'Pods that there are.',
    cell: ({ status }) => status.replicas,
  },
  {
    name: 'Ready',
    type: 'integer',
    description: 'Pods that are ready.',
    cell: ({ status }) => status.readyReplicas ?? 0,
  },
  AGE,
  ...containerColumns,
  selectorColumn(({ spec }) => ({ matchLabels: spec.selector })),
]
