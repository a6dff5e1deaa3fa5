import { builtInKind } from '../../../registry/kind.js'
import { rbacV1 } from '../../groups.js'
import { roleColumns } from '../columns.js'
import { roleName } from '../role-name.js'
import { ClusterRole } from './schema.js'
import { validateClusterRole } from './validation.js'

export const clusterRole = builtInKind<ClusterRole>({
  kind: 'ClusterRole',
  plural: 'clusterroles',
  singular: 'clusterrole',
  namespaced: false,
  nameFormat: roleName,
  generation: 'client',
  storageVersion: {
    ...rbacV1,
    schema: ClusterRole,
    subresources: [],
    allowCreateOnUpdate: true,
    columns: roleColumns,
    rules: { validate: validateClusterRole },
  },
})
