import { AGE, type Column, NAME } from '../../../registry/serialize/column.js'
import { workloadColumns } from '../../shared/workload-columns.js'
import type { ReplicaSet } from './schema.js'

export const replicaSetColumns: readonly Column<ReplicaSet>[] = [
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
    cell: ({ status }) => status.replicas ?? 0,
  },
  {
    name: 'Ready',
    type: 'integer',
    description: 'Pods that are ready.',
    cell: ({ status }) => status.readyReplicas ?? 0,
  },
  AGE,
  ...workloadColumns,
]
