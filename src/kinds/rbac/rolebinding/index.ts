import { builtInKind } from '../../../registry/kind.js'
import { rbacV1 } from '../../groups.js'
import { type BindingScope, validateBinding, validateBindingUpdate } from '../binding-rules.js'
import { bindingColumns } from '../columns.js'
import { roleName } from '../role-name.js'
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
