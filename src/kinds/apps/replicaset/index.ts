import { defineKind, statusOf } from '../../../registry/kind.js'
import { extensionsV1beta1 } from '../../groups.js'
import { scaleSubresource } from '../scale/index.js'
import { replicaSetColumns } from './columns.js'
import { ReplicaSet } from './schema.js'
import { validateReplicaSet, validateReplicaSetStatus } from './validation.js'

export const replicaset = defineKind<ReplicaSet>({
  kind: 'ReplicaSet',
  plural: 'replicasets',
  singular: 'replicaset',
  shortNames: ['rs'],
  categories: ['all'],
  namespaced: true,
  storageVersion: {
    ...extensionsV1beta1,
    aliases: ['apps/v1beta2', 'apps/v1'],
    orphansDependents: true,
    schema: ReplicaSet,
    subresources: [scaleSubresource, statusOf('ReplicaSet')],
    columns: replicaSetColumns,
    rules: { validate: validateReplicaSet, validateStatusUpdate: validateReplicaSetStatus },
  },
})
