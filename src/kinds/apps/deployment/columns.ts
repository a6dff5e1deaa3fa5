import { workloadColumns } from '#kinds/shared/workload-columns.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { Deployment as DeploymentV1 } from './apps-v1/schema.js'
import type { Deployment } from './extensions-v1beta1/schema.js'

export const deploymentColumns: readonly Column<Deployment | DeploymentV1>[] = [
  NAME,
  {
    name: 'Ready',
    type: 'string',
    description: 'Pods that are ready, of those wanted.',
    cell: ({ spec, status }) => `${status.readyReplicas ?? 0}/${spec.replicas ?? 0}`,
  },
  {
    name: 'Up-to-date',
    type: 'string',
    description: 'Pods that follow the current template.',
    cell: ({ status }) => status.updatedReplicas ?? 0,
  },
  {
    name: 'Available',
    type: 'string',
    description: 'Pods that have been ready long enough to count.',
    cell: ({ status }) => status.availableReplicas ?? 0,
  },
  AGE,
  ...workloadColumns,
]
