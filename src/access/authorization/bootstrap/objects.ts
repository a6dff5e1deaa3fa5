import { missingRules } from '#access/authorization/rbac/covers.js'
import type { SystemObject } from '#controllers/system-objects/system-object.js'
import { RBAC_GROUP, type Subject } from '#kinds/rbac/binding.js'
import type { PolicyRule } from '#kinds/rbac/policy-rule.js'
import { type BootstrapRole, CLUSTER_ROLE_BINDINGS, CLUSTER_ROLES } from './cluster-roles.js'

const LABELS = { 'kubernetes.io/bootstrapping': 'rbac-defaults' }
/** Says that the server may put the object back as it was; `false` keeps the server off. */
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

/** What is missing of a role is added; rules that were added to it stay. */
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
        // The rules of a role that is made of others are not its own.
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
      // Members are stored in the order of their description.
      const { roleRef } = binding
      delete binding.roleRef
      binding.subjects = [...bound, ...missing]
      binding.roleRef = roleRef
    },
  })
}

/** Roles and bindings that are there from the start. */
export const POLICY_OBJECTS: readonly SystemObject[] = [
  ...CLUSTER_ROLES.map(clusterRole),
  ...CLUSTER_ROLE_BINDINGS.map(({ role, groups }) => clusterRoleBinding(role, groups)),
]
