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

const ClusterRoleBinding = struct(
  'io.k8s.api.rbac.v1.ClusterRoleBinding',
  'Grants a cluster role to users, groups and service accounts in the whole cluster.',
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
    roleRef: required(3, RoleRef, 'The cluster role. Never changes.'),
  }),
)
interface ClusterRoleBinding extends Infer<typeof ClusterRoleBinding> {}

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
