import { federationV1beta1 } from '#kinds/groups.js'
import { dns1035Label } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { clusterColumns } from './columns.js'
import { Cluster } from './schema.js'
import { validateCluster } from './validation.js'

export const cluster = builtInKind<Cluster>({
  kind: 'Cluster',
  plural: 'clusters',
  singular: 'cluster',
  namespaced: false,
  nameFormat: dns1035Label,
  generation: 'client',
  storageVersion: {
    ...federationV1beta1,
    schema: Cluster,
    // Its status is only ever reported as a whole.
    subresources: [{ ...statusOf('Cluster'), verbs: ['update'] }],
    columns: clusterColumns,
    rules: { validate: validateCluster },
  },
})
