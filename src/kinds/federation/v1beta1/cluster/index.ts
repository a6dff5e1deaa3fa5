import { dns1035Label } from '../../../../meta/formats.js'
import { defineResource, statusOf } from '../../../../registry/definition.js'
import { clusterColumns } from './columns.js'
import { Cluster } from './schema.js'
import { validateCluster } from './validation.js'

export const cluster = defineResource<Cluster>({
  group: 'federation',
  version: 'v1beta1',
  kind: 'Cluster',
  plural: 'clusters',
  singular: 'cluster',
  namespaced: false,
  schema: Cluster,
  // Its status is only ever reported as a whole.
  subresources: [{ ...statusOf('Cluster'), verbs: ['update'] }],
  nameFormat: dns1035Label,
  generation: 'client',
  columns: clusterColumns,
  strategy: { validate: validateCluster },
})
