import type { AggregationRule } from '#kinds/rbac/clusterrole/index.js'
import type { PolicyRule } from '#kinds/rbac/policy-rule.js'
import { ADMIN_RULES, EDIT_RULES, pathRule, rule, VIEW_RULES } from './namespace-rules.js'

/** A default cluster role. */
export interface BootstrapRole {
  readonly name: string
  readonly labels?: Readonly<Record<string, string>>
  readonly rules: readonly PolicyRule[]
  readonly aggregationRule?: AggregationRule
}

const aggregatedTo = (name: string) => ({ [`rbac.authorization.k8s.io/aggregate-to-${name}`]: 'true' })
const madeOf = (name: string): AggregationRule => ({
  clusterRoleSelectors: [{ matchLabels: aggregatedTo(name) }],
})

const HEALTH = ['/healthz', '/livez', '/readyz', '/version', '/version/']

/** The default cluster roles, in order of creation. */
export const CLUSTER_ROLES: readonly BootstrapRole[] = [
  { name: 'cluster-admin', rules: [rule('*', '*', '*'), pathRule('*', '*')] },
  {
    name: 'system:discovery',
    rules: [pathRule('get', ...HEALTH, '/api', '/api/*', '/apis', '/apis/*', '/openapi', '/openapi/*')],
  },
  {
    name: 'system:basic-user',
    rules: [
      rule('create', 'authorization.k8s.io', 'selfsubjectaccessreviews', 'selfsubjectrulesreviews'),
      rule('create', 'authentication.k8s.io', 'selfsubjectreviews'),
    ],
  },
  { name: 'system:public-info-viewer', rules: [pathRule('get', ...HEALTH)] },
  {
    name: 'system:monitoring',
    rules: [
      pathRule(
        'get',
        ...['/healthz', '/healthz/*', '/livez', '/livez/*', '/readyz', '/readyz/*'],
        ...['/metrics', '/metrics/slis'],
      ),
    ],
  },
  { name: 'admin', rules: [], aggregationRule: madeOf('admin') },
  { name: 'edit', labels: aggregatedTo('admin'), rules: [], aggregationRule: madeOf('edit') },
  { name: 'view', labels: aggregatedTo('edit'), rules: [], aggregationRule: madeOf('view') },
  { name: 'system:aggregate-to-admin', labels: aggregatedTo('admin'), rules: ADMIN_RULES },
  { name: 'system:aggregate-to-edit', labels: aggregatedTo('edit'), rules: EDIT_RULES },
  { name: 'system:aggregate-to-view', labels: aggregatedTo('view'), rules: VIEW_RULES },
  {
    name: 'system:auth-delegator',
    rules: [
      rule('create', 'authentication.k8s.io', 'tokenreviews'),
      rule('create', 'authorization.k8s.io', 'subjectaccessreviews'),
    ],
  },
  {
    name: 'system:service-account-issuer-discovery',
    rules: [
      pathRule(
        'get',
        '/.well-known/openid-configuration',
        '/.well-known/openid-configuration/',
        '/openid/v1/jwks',
        '/openid/v1/jwks/',
      ),
    ],
  },
]

/** The default bindings of groups to these roles; a binding has the name of its role. */
export const CLUSTER_ROLE_BINDINGS: readonly { readonly role: string; readonly groups: readonly string[] }[] =
  [
    { role: 'cluster-admin', groups: ['system:masters'] },
    { role: 'system:monitoring', groups: ['system:monitoring'] },
    { role: 'system:discovery', groups: ['system:authenticated'] },
    { role: 'system:basic-user', groups: ['system:authenticated'] },
    { role: 'system:public-info-viewer', groups: ['system:authenticated', 'system:unauthenticated'] },
    { role: 'system:service-account-issuer-discovery', groups: ['system:serviceaccounts'] },
  ]
