import { rulesOfObject, rulesOfUpdate } from '#kinds/example-objects.fixture.js'
import { clusterRoleBinding } from '#kinds/rbac/clusterrolebinding/index.js'
import { pathSegment, rfc1123Subdomain } from '#meta/formats.js'
import { follows, given, invalid, oneOf, type RuleExample } from '#meta/rule-examples.fixture.js'
import { roleBinding } from './index.js'

const GROUP = 'rbac.authorization.k8s.io'
const ROLE = { kind: 'ClusterRole', name: 'view' }
const referring = (roleRef: object) => ({ roleRef: { ...ROLE, ...roleRef } })
const binding = (subject: object) => ({ roleRef: ROLE, subjects: [subject] })
const USER = { kind: 'User', name: 'jane' }
const ACCOUNT = { kind: 'ServiceAccount', name: 'robot', namespace: 'default' }

const bindingExamples = (kinds: readonly string[]): readonly RuleExample[] => [
  oneOf('roleRef.apiGroup', [GROUP], referring({ apiGroup: 'apps' }), referring({})),
  oneOf('roleRef.kind', kinds, referring({ kind: 'Pod' }), referring({})),
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
]

const refChange = invalid(
  'roleRef',
  'is immutable',
  'cannot change roleRef',
  referring({ name: 'edit' }),
  referring({}),
)

export const roleBindingRules = rulesOfObject({
  type: 'RoleBinding',
  version: roleBinding.storageVersion,
  at: '',
  object: (body) => body,
  examples: bindingExamples(['Role', 'ClusterRole']),
})

export const roleBindingChangeRules = rulesOfUpdate({
  type: 'RoleBinding',
  version: roleBinding.storageVersion,
  at: '',
  before: referring({}),
  object: (body) => body,
  examples: [refChange],
})

export const clusterRoleBindingRules = rulesOfObject({
  type: 'ClusterRoleBinding',
  version: clusterRoleBinding.storageVersion,
  at: '',
  object: (body) => body,
  examples: [
    ...bindingExamples(['ClusterRole']),
    given('subjects[0].namespace', binding({ ...ACCOUNT, namespace: '' }), binding(ACCOUNT)),
  ],
})

export const clusterRoleBindingChangeRules = rulesOfUpdate({
  type: 'ClusterRoleBinding',
  version: clusterRoleBinding.storageVersion,
  at: '',
  before: referring({}),
  object: (body) => body,
  examples: [refChange],
})
