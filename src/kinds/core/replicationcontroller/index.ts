import { autoscalingScaleByLabels } from '#kinds/apps/scale/index.js'
import { coreV1 } from '#kinds/groups.js'
import { containerColumns, selectorColumn } from '#kinds/shared/workload/columns.js'
import { workloadWarnings } from '#kinds/shared/workload/warnings.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { ReplicationController } from './schema.js'
import { validateReplicationController, validateReplicationControllerStatus } from './validation.js'

const replicationControllerColumns: readonly Column<ReplicationController>[] = [
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

export const replicationController = builtInKind<ReplicationController>({
  kind: 'ReplicationController',
  plural: 'replicationcontrollers',
  singular: 'replicationcontroller',
  shortNames: ['rc'],
  categories: ['all'],
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  storageVersion: {
    ...coreV1,
    orphansDependents: true,
    schema: ReplicationController,
    subresources: [autoscalingScaleByLabels, statusOf('ReplicationController')],
    selectableFields: {
      'status.replicas': ({ status }: ReplicationController) => String(status.replicas),
    },
    columns: replicationControllerColumns,
    rules: {
      validate: validateReplicationController,
      validateStatusUpdate: validateReplicationControllerStatus,
      warnings: workloadWarnings,
    },
  },
})
