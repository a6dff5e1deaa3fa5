import { rbacV1 } from '#kinds/groups.js'
import { roleColumns } from '#kinds/rbac/columns.js'
import { roleName } from '#kinds/rbac/role-name.js'
import { builtInKind } from '#registry/kind.js'
import { Role } from './schema.js'
import { validateRole } from './validation.js'

export const role = builtInKind<Role>({
  kind: 'Role',
  plural: 'roles',
  singular: 'role',
  namespaced: true,
  nameFormat: roleName,
  generation: 'client',
  storageVersion: {
    ...rbacV1,
    schema: Role,
    subresources: [],
    allowCreateOnUpdate: true,
    columns: roleColumns,
    rules: { validate: validateRole },
  },
})
