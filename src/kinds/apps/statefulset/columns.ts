import { containerColumns } from '#kinds/shared/workload-columns.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { StatefulSet } from './schema.js'

export const statefulSetColumns: readonly Column<StatefulSet>[] = [
  NAME,
  {
    name: 'Ready',
    type: 'string',
    description: 'Pods that are ready, of those wanted.',
    cell: ({ spec, status }) => `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
  },
  AGE,
  ...containerColumns,
]
