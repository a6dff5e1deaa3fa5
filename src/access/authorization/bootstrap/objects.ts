import { missingRules } from '#access/authorization/rbac/covers.js'
import type { SystemObject } from '#controllers/system-objects/system-object.js'
import { RBAC_GROUP, type Subject } from '#kinds/rbac/binding.js'
import type { AggregationRule } from '#kinds/rbac/clusterrole/index.js'
import type { PolicyRule } from '#kinds/rbac/policy-rule.js'
import { type BootstrapRole, CLUSTER_ROLE_BINDINGS, CLUSTER_ROLES } from './cluster-roles.js'
import { COMPONENT_BINDINGS, COMPONENT_ROLES } from './component-roles.js'
import { CONTROLLER_RULES } from './controller-roles.js'
import { NAMESPACED_ROLES, type NamespacedRole } from './namespaced-roles.js'

const LABELS = { 'kubernetes.io/bootstrapping': 'rbac-defaults' }
/** Allows the server to restore the object; `false` forbids it. */
export const AUTOUPDATE = 'rbac.authorization.kubernetes.io/autoupdate'

type PolicyKind = 'ClusterRole' | 'ClusterRoleBinding' | 'Role' | 'RoleBinding'

const policyObject = (
  kind: PolicyKind,
  { namespace, name, labels }: Pick<SystemObject, 'namespace' | 'name' | 'labels'>,
  rest: Pick<SystemObject, 'content' | 'restore'>,
): SystemObject => ({
  prefix: `${RBAC_GROUP}/${kind.toLowerCase()}s/`,
  apiVersion: `${RBAC_GROUP}/v1`,
  kind,
  name,
  ...(namespace === undefined ? {} : { namespace }),
  labels: { ...LABELS, ...labels },
  annotations: { [AUTOUPDATE]: 'true' },
  hasGeneration: false,
  ...rest,
})

/** Adds missing rules; additional rules stay. */
const restoringRules =
  (rules: readonly PolicyRule[], aggregationRule?: AggregationRule): SystemObject['restore'] =>
  (role) => {
    const held = (role.rules ?? []) as readonly PolicyRule[]
    const missing = missingRules(held, rules)
    // Aggregated roles have no rules of their own.
    if (aggregationRule === undefined && missing.length > 0) role.rules = [...held, ...missing]
    if (aggregationRule !== undefined) role.aggregationRule ??= aggregationRule
  }

const clusterRole = ({ name, labels = {}, rules, aggregationRule }: BootstrapRole): SystemObject =>
  policyObject(
    'ClusterRole',
    { name, labels },
    {
      content: () => ({ rules: rules.length === 0 ? null : rules, aggregationRule }),
      restore: restoringRules(rules, aggregationRule),
    },
  )

const user = (name: string): Subject => ({ kind: 'User', apiGroup: RBAC_GROUP, name })
const group = (name: string): Subject => ({ kind: 'Group', apiGroup: RBAC_GROUP, name })
const account = (name: string): Subject => ({ kind: 'ServiceAccount', name, namespace: 'kube-system' })

const isSame = (one: Subject, other: Subject) =>
  one.kind === other.kind && one.name === other.name && one.namespace === other.namespace

/** Adds missing subjects; additional subjects stay. */
const bindingTo = (
  kind: 'ClusterRole' | 'Role',
  name: string,
  subjects: readonly Subject[],
): Pick<SystemObject, 'content' | 'restore'> => {
  const roleRef = { apiGroup: RBAC_GROUP, kind, name }
  return {
    content: () => (subjects.length === 0 ? { roleRef } : { subjects, roleRef }),
    restore: (binding) => {
      const bound = (binding.subjects ?? []) as readonly Subject[]
      const missing = subjects.filter((subject) => !bound.some((one) => isSame(one, subject)))
      if (missing.length === 0) return
      // Fields are stored in schema order.
      const { roleRef } = binding
      delete binding.roleRef
      binding.subjects = [...bound, ...missing]
      binding.roleRef = roleRef
    },
  }
}

const clusterRoleBinding = (role: string, subjects: readonly Subject[]): SystemObject =>
  policyObject('ClusterRoleBinding', { name: role }, bindingTo('ClusterRole', role, subjects))

function controllerObjects(name: string, rules: readonly PolicyRule[]): readonly SystemObject[] {
  const role = `system:controller:${name}`
  return [clusterRole({ name: role, rules }), clusterRoleBinding(role, [account(name)])]
}

function namespacedObjects(role: NamespacedRole): readonly SystemObject[] {
  const { namespace, name, rules, users = [], accounts = [], bindingName = name } = role
  const subjects = [...users.map(user), ...accounts.map(account)]
  return [
    policyObject('Role', { namespace, name }, { content: () => ({ rules }), restore: restoringRules(rules) }),
    policyObject('RoleBinding', { namespace, name: bindingName }, bindingTo('Role', name, subjects)),
  ]
}

/** The default roles and bindings. */
export const POLICY_OBJECTS: readonly SystemObject[] = [
  ...[...CLUSTER_ROLES, ...COMPONENT_ROLES].map(clusterRole),
  ...CLUSTER_ROLE_BINDINGS.map(({ role, groups }) => clusterRoleBinding(role, groups.map(group))),
  ...COMPONENT_BINDINGS.map(({ role, users = [], accounts = [] }) =>
    clusterRoleBinding(role, [...users.map(user), ...accounts.map(account)]),
  ),
  ...Object.entries(CONTROLLER_RULES).flatMap(([name, rules]) => controllerObjects(name, rules)),
  ...NAMESPACED_ROLES.flatMap(namespacedObjects),
]
