import { defineResource, statusOf } from '../../../../registry/definition.js'
import { extensionsV1beta1 } from '../group.js'
import { scaleSubresource } from '../scale/index.js'
import { replicaSetColumns } from './columns.js'
import { ReplicaSet } from './schema.js'
import { validateReplicaSet, validateReplicaSetStatus } from './validation.js'

export const replicaset = defineResource<ReplicaSet>({
  ...extensionsV1beta1,
  kind: 'ReplicaSet',
  plural: 'replicasets',
  singular: 'replicaset',
  shortNames: ['rs'],
  categories: ['all'],
  otherVersions: ['apps/v1beta2', 'apps/v1'],
  orphansDependents: true,
  namespaced: true,
  schema: ReplicaSet,
  subresources: [scaleSubresource, statusOf('ReplicaSet')],
  columns: replicaSetColumns,
  strategy: { validate: validateReplicaSet, validateStatusUpdate: validateReplicaSetStatus },
})
