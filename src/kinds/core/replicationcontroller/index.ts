import { autoscalingScaleByLabels } from '#kinds/apps/scale/index.js'
import { coreV1 } from '#kinds/groups.js'
import {
  containerColumns,
  labelsCell,
  replicaColumns,
  selectorColumn,
} from '#kinds/shared/workload/columns.js'
import { validateReplicaStatus } from '#kinds/shared/workload/counts.js'
import { templateStrategy } from '#kinds/shared/workload/template-strategy.js'
import { templateWarnings, workloadWarnings } from '#kinds/shared/workload/warnings.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { ReplicationController } from './schema.js'
import { validateReplicationController, validateReplicationControllerUpdate } from './validation.js'

const replicationControllerColumns: readonly Column<ReplicationController>[] = [
  NAME,
  ...replicaColumns,
  AGE,
  ...containerColumns,
  selectorColumn(({ spec }) => labelsCell(spec.selector)),
]

export const replicationController = builtInKind<ReplicationController>({
  kind: 'ReplicationController',
  plural: 'replicationcontrollers',
  singular: 'replicationcontroller',
  shortNames: ['rc'],
  categories: ['all'],
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  strategy: templateStrategy,
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
      // Annotations of old objects are validated too.
      readMetadata: true,
      validate: validateReplicationController,
      validateUpdate: validateReplicationControllerUpdate,
      validateStatusUpdate: validateReplicaStatus,
      // Of an update Kubernetes examines the template that it replaces.
      warnings: (controller, current, isChanged) =>
        current === undefined
          ? workloadWarnings(controller, current, isChanged)
          : templateWarnings(current, current, isChanged),
    },
  },
})
