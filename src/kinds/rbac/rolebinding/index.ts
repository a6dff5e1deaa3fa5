import { rbacV1 } from '#kinds/groups.js'
import { type BindingScope, validateBinding, validateBindingUpdate } from '#kinds/rbac/binding-rules.js'
import { bindingColumns } from '#kinds/rbac/columns.js'
import { roleName } from '#kinds/rbac/role-name.js'
import { builtInKind } from '#registry/kind.js'
import { RoleBinding } from './schema.js'

const SCOPE: BindingScope = { namespaced: true, roleKinds: ['Role', 'ClusterRole'] }

export const roleBinding = builtInKind<RoleBinding>({
  kind: 'RoleBinding',
  plural: 'rolebindings',
  singular: 'rolebinding',
  namespaced: true,
  nameFormat: roleName,
  generation: 'client',
  storageVersion: {
    ...rbacV1,
    schema: RoleBinding,
    subresources: [],
    allowCreateOnUpdate: true,
    columns: bindingColumns,
    rules: {
      validate: (binding, errors) => validateBinding(binding, errors, SCOPE),
      validateUpdate: validateBindingUpdate,
    },
  },
})
