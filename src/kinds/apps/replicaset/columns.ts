import { workloadColumns } from '#kinds/shared/workload-columns.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { ReplicaSet as ReplicaSetV1 } from './apps-v1/schema.js'
import type { ReplicaSet } from './extensions-v1beta1/schema.js'

export const replicaSetColumns: readonly Column<ReplicaSet | ReplicaSetV1>[] = [
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
