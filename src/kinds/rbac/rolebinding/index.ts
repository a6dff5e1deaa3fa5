import { rbacV1 } from '#kinds/groups.js'
import {
  type BindingScope,
  RoleRef,
  Subject,
  validateBinding,
  validateBindingUpdate,
} from '#kinds/rbac/binding.js'
import { bindingColumns } from '#kinds/rbac/columns.js'
import { roleName } from '#kinds/shared/formats.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { builtInKind } from '#registry/kind.js'
import { type Infer, list, optional, required, struct } from '#schema/type.js'

export const RoleBinding = struct(
  'io.k8s.api.rbac.v1.RoleBinding',
  'Grants a role to users, groups and service accounts in one namespace.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the binding.'),
    subjects: optional(
      2,
      list(Subject),
      'The users, groups and service accounts to which the role is granted.',
      {
        listType: 'atomic',
      },
    ),
    roleRef: required(3, RoleRef, 'The role: one of the namespace, or a cluster role. Never changes.'),
  }),
)
export interface RoleBinding extends Infer<typeof RoleBinding> {}

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
