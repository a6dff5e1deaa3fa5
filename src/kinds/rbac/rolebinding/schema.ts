import { RoleRef } from '#kinds/rbac/role-ref.js'
import { Subject } from '#kinds/rbac/subject.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { type Infer, list, optional, required, struct } from '#schema/type.js'

export const RoleBinding = struct(
  'io.k8s.api.rbac.v1.RoleBinding',
  'Gives a role to users, groups and service accounts in one namespace.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the binding.'),
    subjects: optional(2, list(Subject), 'The users, groups and service accounts that are given the role.', {
      listType: 'atomic',
    }),
    roleRef: required(3, RoleRef, 'The role: one of the namespace, or a cluster role. Never changes.'),
  }),
)
export interface RoleBinding extends Infer<typeof RoleBinding> {}
