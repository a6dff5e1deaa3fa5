import { missingRules } from '#access/authorization/rbac/covers.js'
import type { SystemObject } from '#controllers/system-objects/system-object.js'
import { RBAC_GROUP, type Subject } from '#kinds/rbac/binding.js'
import type { PolicyRule } from '#kinds/rbac/policy-rule.js'
import { type BootstrapRole, CLUSTER_ROLE_BINDINGS, CLUSTER_ROLES } from './cluster-roles.js'

const LABELS = { 'kubernetes.io/bootstrapping': 'rbac-defaults' }
/** Allows the server to restore the object; `false` forbids it. */
export const AUTOUPDATE = 'rbac.authorization.kubernetes.io/autoupdate'

const policyObject = (
  kind: 'ClusterRole' | 'ClusterRoleBinding',
  name: string,
  labels: Readonly<Record<string, string>>,
  rest: Pick<SystemObject, 'content' | 'restore'>,
): SystemObject => ({
  prefix: `${RBAC_GROUP}/${kind.toLowerCase()}s/`,
  apiVersion: `${RBAC_GROUP}/v1`,
  kind,
  name,
  labels,
  annotations: { [AUTOUPDATE]: 'true' },
  hasGeneration: false,
  ...rest,
})

/** Adds missing rules; additional rules stay. */
const clusterRole = ({ name, labels = {}, rules, aggregationRule }: BootstrapRole): SystemObject =>
  policyObject(
    'ClusterRole',
    name,
    { ...LABELS, ...labels },
    {
      content: () => ({ rules: rules.length === 0 ? null : rules, aggregationRule }),
      restore: (role) => {
        const held = (role.rules ?? []) as readonly PolicyRule[]
        const missing = missingRules(held, rules)
        // Aggregated roles have no rules of their own.
        if (aggregationRule === undefined && missing.length > 0) role.rules = [...held, ...missing]
        if (aggregationRule !== undefined) role.aggregationRule ??= aggregationRule
      },
    },
  )

const clusterRoleBinding = (role: string, groups: readonly string[]): SystemObject => {
  const subjects = groups.map((name): Subject => ({ kind: 'Group', apiGroup: RBAC_GROUP, name }))
  const roleRef = { apiGroup: RBAC_GROUP, kind: 'ClusterRole', name: role }
  return policyObject('ClusterRoleBinding', role, LABELS, {
    content: () => ({ subjects, roleRef }),
    restore: (binding) => {
      const bound = (binding.subjects ?? []) as readonly Subject[]
      const missing = subjects.filter(
        ({ name }) => !bound.some((subject) => subject.kind === 'Group' && subject.name === name),
      )
      if (missing.length === 0) return
      // Fields are stored in schema order.
      const { roleRef } = binding
      delete binding.roleRef
      binding.subjects = [...bound, ...missing]
      binding.roleRef = roleRef
    },
  })
}

/** The default roles and bindings. */
export const POLICY_OBJECTS: readonly SystemObject[] = [
  ...CLUSTER_ROLES.map(clusterRole),
  ...CLUSTER_ROLE_BINDINGS.map(({ role, groups }) => clusterRoleBinding(role, groups)),
]
