import { rbacV1 } from '#kinds/groups.js'
import { roleColumns } from '#kinds/rbac/columns.js'
import { PolicyRule, validatePolicyRule } from '#kinds/rbac/policy-rule.js'
import { roleName } from '#kinds/shared/formats.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { builtInKind } from '#registry/kind.js'
import { type Infer, list, nullable, optional, struct, withCompletion } from '#schema/type.js'

export const Role = withCompletion(
  struct('io.k8s.api.rbac.v1.Role', 'A set of rules for one namespace; bindings grant it.', () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the role.'),
    rules: nullable(2, list(PolicyRule), 'The rules; null when there are none.', {
      listType: 'atomic',
      mustBeGiven: false,
    }),
  })),
  (role) => {
    if (role.rules?.length === 0) role.rules = null
  },
)
export interface Role extends Infer<typeof Role> {}

function validateRole({ rules }: Readonly<Role>, errors: FieldErrors): void {
  errors.each('rules', rules, validatePolicyRule, true)
}

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
