import { rbacV1 } from '#kinds/groups.js'
import { type BindingScope, validateBinding, validateBindingUpdate } from '#kinds/rbac/binding-rules.js'
import { bindingColumns } from '#kinds/rbac/columns.js'
import { roleName } from '#kinds/rbac/role-name.js'
import { builtInKind } from '#registry/kind.js'
import { ClusterRoleBinding } from './schema.js'

const SCOPE: BindingScope = { namespaced: false, roleKinds: ['ClusterRole'] }

export const clusterRoleBinding = builtInKind<ClusterRoleBinding>({
  kind: 'ClusterRoleBinding',
  plural: 'clusterrolebindings',
  singular: 'clusterrolebinding',
  namespaced: false,
  nameFormat: roleName,
  generation: 'client',
  storageVersion: {
    ...rbacV1,
    schema: ClusterRoleBinding,
    subresources: [],
    allowCreateOnUpdate: true,
    columns: bindingColumns,
    rules: {
      validate: (binding, errors) => validateBinding(binding, errors, SCOPE),
      validateUpdate: validateBindingUpdate,
    },
  },
})
