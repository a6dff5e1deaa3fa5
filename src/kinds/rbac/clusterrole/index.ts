import { defineKind } from '../../../registry/kind.js'
import { rbacV1 } from '../../groups.js'
import { roleColumns } from '../columns.js'
import { roleName } from '../role-name.js'
import { ClusterRole } from './schema.js'
import { validateClusterRole } from './validation.js'

export const clusterRole = defineKind<ClusterRole>({
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
    createsOnReplace: true,
    columns: roleColumns,
    rules: { validate: validateClusterRole },
  },
})
