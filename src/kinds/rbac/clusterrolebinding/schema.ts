import { RoleRef } from '#kinds/rbac/role-ref.js'
import { Subject } from '#kinds/rbac/subject.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { type Infer, list, optional, required, struct } from '#schema/type.js'

export const ClusterRoleBinding = struct(
  'io.k8s.api.rbac.v1.ClusterRoleBinding',
  'Gives a cluster role to users, groups and service accounts everywhere.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the binding.'),
    subjects: optional(2, list(Subject), 'The users, groups and service accounts that are given the role.', {
      listType: 'atomic',
    }),
    roleRef: required(3, RoleRef, 'The cluster role. Never changes.'),
  }),
)
export interface ClusterRoleBinding extends Infer<typeof ClusterRoleBinding> {}
