import { validateChange, validateNew } from '#kinds/example-objects.fixture.js'
import { clusterRoleBinding } from '#kinds/rbac/clusterrolebinding/index.js'
import { pathSegment, rfc1123Subdomain } from '#meta/formats.js'
import { follows, given, invalid, oneOf, type RuleTable } from '#meta/rule-examples.fixture.js'
import { roleBinding } from './index.js'

const GROUP = 'rbac.authorization.k8s.io'
const ROLE = { kind: 'ClusterRole', name: 'view' }
const referring = (roleRef: object) => ({ roleRef: { ...ROLE, ...roleRef } })
const binding = (subject: object) => ({ roleRef: ROLE, subjects: [subject] })
const USER = { kind: 'User', name: 'jane' }
const ACCOUNT = { kind: 'ServiceAccount', name: 'robot', namespace: 'default' }

export const roleBindingRules: RuleTable = {
  type: 'RoleBinding',
  at: '',
  validate: (body) => validateNew(roleBinding.storageVersion, body),
  examples: [
    oneOf('roleRef.apiGroup', [GROUP], referring({ apiGroup: 'apps' }), referring({})),
    oneOf('roleRef.kind', ['Role', 'ClusterRole'], referring({ kind: 'Pod' }), referring({ kind: 'Role' })),
    given('roleRef.name', referring({ name: '' }), referring({})),
    follows('roleRef.name', pathSegment, referring({ name: 'a/b' }), referring({ name: 'A b' })),
    given('subjects[0].name', binding({ ...USER, name: '' }), binding(USER)),
    oneOf(
      'subjects[0].kind',
      ['ServiceAccount', 'User', 'Group'],
      binding({ ...USER, kind: 'Pod' }),
      binding(USER),
    ),
    oneOf('subjects[0].apiGroup', [GROUP], binding({ ...USER, apiGroup: 'apps' }), binding(USER)),
    oneOf('subjects[0].apiGroup', [''], binding({ ...ACCOUNT, apiGroup: GROUP }), binding(ACCOUNT)),
    follows('subjects[0].name', rfc1123Subdomain, binding({ ...ACCOUNT, name: 'A' }), binding(ACCOUNT)),
  ],
}

export const roleBindingChangeRules: RuleTable = {
  type: 'RoleBinding',
  on: 'change',
  at: '',
  validate: (body) => validateChange(roleBinding.storageVersion, { roleRef: ROLE }, body),
  examples: [
    invalid('roleRef', 'is immutable', 'cannot change roleRef', referring({ name: 'edit' }), referring({})),
  ],
}

export const clusterRoleBindingRules: RuleTable = {
  type: 'ClusterRoleBinding',
  at: '',
  validate: (body) => validateNew(clusterRoleBinding.storageVersion, body),
  examples: [
    oneOf('roleRef.kind', ['ClusterRole'], referring({ kind: 'Role' }), referring({})),
    given('subjects[0].namespace', binding({ ...ACCOUNT, namespace: '' }), binding(ACCOUNT)),
  ],
}
