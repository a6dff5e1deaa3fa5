import { PolicyRule } from '#kinds/rbac/policy-rule.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { completed, type Infer, list, nullable, optional, struct } from '#schema/type.js'

export const Role = completed(
  struct('io.k8s.api.rbac.v1.Role', 'Rights in one namespace, to be given by bindings.', () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the role.'),
    rules: nullable(2, list(PolicyRule), 'The rights; null when there are none.', { listType: 'atomic' }),
  })),
  (role) => {
    if (role.rules?.length === 0) role.rules = null
  },
)
export interface Role extends Infer<typeof Role> {}
