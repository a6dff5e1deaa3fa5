import { rulesOfObject, validateNew } from '#kinds/example-objects.fixture.js'
import { role } from '#kinds/rbac/role/index.js'
import { roleName } from '#kinds/shared/formats.js'
import { follows, invalid, type RuleExample, type RuleTable, required } from '#meta/rule-examples.fixture.js'
import { clusterRole } from './index.js'

const RULE = { verbs: ['get'], apiGroups: [''], resources: ['pods'] }
const PATHS = { verbs: ['get'], nonResourceURLs: ['/metrics'] }
const rules = (...all: readonly object[]) => ({ rules: all })
const selecting = (...clusterRoleSelectors: readonly object[]) => ({
  aggregationRule: { clusterRoleSelectors },
})
const chosen = (value: string) => ({ matchExpressions: [{ key: 'a', operator: 'In', values: [value] }] })

const ruleExamples: readonly RuleExample[] = [
  required(
    'rules[0].verbs',
    'must not be empty',
    'verbs must contain at least one value',
    rules({ ...RULE, verbs: [] }),
    rules(RULE),
  ),
  required(
    'rules[0].apiGroups',
    'must not be empty',
    'resource rules must supply at least one api group',
    rules({ ...RULE, apiGroups: [] }),
    rules(RULE),
  ),
  required(
    'rules[0].resources',
    'must not be empty',
    'resource rules must supply at least one resource',
    rules({ ...RULE, resources: [] }),
    rules(RULE),
  ),
]

const mixedRule = (besides: readonly string[]) =>
  invalid(
    'rules[0].nonResourceURLs',
    'must not stand beside resources',
    'rules cannot apply to both regular resources and non-resource URLs',
    rules({ ...PATHS, ...RULE }),
    rules(RULE, RULE),
    besides,
  )

export const clusterRoleRules = rulesOfObject({
  type: 'ClusterRole',
  version: clusterRole.storageVersion,
  at: '',
  object: (body) => body,
  examples: [
    ...ruleExamples,
    mixedRule([]),
    required(
      'aggregationRule.clusterRoleSelectors',
      'must not be empty',
      'at least one clusterRoleSelector required if aggregationRule is non-nil',
      selecting(),
      selecting({}),
    ),
    invalid(
      'aggregationRule.clusterRoleSelectors[0]',
      'must compare with values that labels can have',
      'invalid label selector.',
      selecting(chosen('a b')),
      selecting(chosen('a')),
    ),
  ],
})

/** Such a name cannot be part of a path. */
export const clusterRoleNameRules: RuleTable = {
  type: 'ClusterRole',
  at: 'metadata',
  validate: (metadata) => validateNew(clusterRole.storageVersion, { metadata }),
  examples: [follows('name', roleName, { name: 'a/b' }, { name: 'team:A b' })],
}

export const roleRules = rulesOfObject({
  type: 'Role',
  version: role.storageVersion,
  at: '',
  object: (body) => body,
  examples: [
    ...ruleExamples,
    mixedRule(['rules[0].nonResourceURLs']),
    invalid(
      'rules[0].nonResourceURLs',
      'must be empty: paths lie in no namespace',
      'namespaced rules cannot apply to non-resource URLs',
      rules(PATHS),
      rules(RULE),
    ),
  ],
})
