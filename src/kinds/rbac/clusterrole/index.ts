import { rbacV1 } from '#kinds/groups.js'
import { roleColumns } from '#kinds/rbac/columns.js'
import { roleName } from '#kinds/rbac/role-name.js'
import { builtInKind } from '#registry/kind.js'
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
