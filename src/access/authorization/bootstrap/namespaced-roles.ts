import type { PolicyRule } from '#kinds/rbac/policy-rule.js'
import { EVENTS } from './component-roles.js'
import { READ, rule } from './namespace-rules.js'

/** A default role in a namespace, and who has it. */
export interface NamespacedRole {
  readonly namespace: string
  readonly name: string
  readonly rules: readonly PolicyRule[]
  readonly users?: readonly string[]
  /** Service accounts of `kube-system`. */
  readonly accounts?: readonly string[]
  /** The name of the binding, by default that of the role. */
  readonly bindingName?: string
}

const configMap = (verbs: string, name: string): PolicyRule => ({
  ...rule(verbs, '', 'configmaps'),
  resourceNames: [name],
})

const SYSTEM = 'kube-system'
const PUBLIC = 'kube-public'
const MANAGER = 'kube-controller-manager'
const SCHEDULER = 'kube-scheduler'
const AUTHENTICATION = 'extension-apiserver-authentication'

const locking = (component: string): NamespacedRole => ({
  namespace: SYSTEM,
  name: `system::leader-locking-${component}`,
  rules: [rule('watch', '', 'configmaps'), configMap('get update', component)],
  users: [`system:${component}`],
  accounts: [component],
})

export const NAMESPACED_ROLES: readonly NamespacedRole[] = [
  {
    namespace: SYSTEM,
    name: `${AUTHENTICATION}-reader`,
    rules: [configMap(READ, AUTHENTICATION)],
    users: [`system:${MANAGER}`, `system:${SCHEDULER}`],
    bindingName: `system::${AUTHENTICATION}-reader`,
  },
  {
    namespace: SYSTEM,
    name: 'system:controller:bootstrap-signer',
    rules: [rule(READ, '', 'secrets')],
    accounts: ['bootstrap-signer'],
  },
  {
    namespace: SYSTEM,
    name: 'system:controller:cloud-provider',
    rules: [rule(`create ${READ}`, '', 'configmaps')],
    accounts: ['cloud-provider'],
  },
  {
    namespace: SYSTEM,
    name: 'system:controller:token-cleaner',
    rules: [rule(`delete ${READ}`, '', 'secrets'), EVENTS],
    accounts: ['token-cleaner'],
  },
  locking(MANAGER),
  locking(SCHEDULER),
  {
    namespace: PUBLIC,
    name: 'system:controller:bootstrap-signer',
    rules: [rule(READ, '', 'configmaps'), configMap('update', 'cluster-info'), EVENTS],
    accounts: ['bootstrap-signer'],
  },
]
