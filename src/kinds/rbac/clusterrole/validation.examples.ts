import { validateNew } from '#kinds/example-objects.fixture.js'
import { role } from '#kinds/rbac/role/index.js'
import { roleName } from '#kinds/shared/formats.js'
import { follows, invalid, type RuleTable, required } from '#meta/rule-examples.fixture.js'
import { clusterRole } from './index.js'

const RULE = { verbs: ['get'], apiGroups: [''], resources: ['pods'] }
const PATHS = { verbs: ['get'], nonResourceURLs: ['/metrics'] }
const rules = (...all: readonly object[]) => ({ rules: all })
const selecting = (...clusterRoleSelectors: readonly object[]) => ({
  aggregationRule: { clusterRoleSelectors },
})
const chosen = (value: string) => ({ matchExpressions: [{ key: 'a', operator: 'In', values: [value] }] })

export const clusterRoleRules: RuleTable = {
  type: 'ClusterRole',
  at: '',
  validate: (body) => validateNew(clusterRole.storageVersion, body),
  examples: [
    follows('metadata.name', roleName, { metadata: { name: 'a/b' } }, { metadata: { name: 'team:A b' } }),
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
    invalid(
      'rules[0].nonResourceURLs',
      'must not stand beside resources',
      'rules cannot apply to both regular resources and non-resource URLs',
      rules({ ...PATHS, ...RULE }),
      rules(PATHS, RULE),
    ),
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
}

export const roleRules: RuleTable = {
  type: 'Role',
  at: '',
  validate: (body) => validateNew(role.storageVersion, body),
  examples: [
    invalid(
      'rules[0].nonResourceURLs',
      'must be empty: paths lie in no namespace',
      'namespaced rules cannot apply to non-resource URLs',
      rules(PATHS),
      rules(RULE),
    ),
  ],
}
