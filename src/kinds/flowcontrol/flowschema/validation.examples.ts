import { rulesOfObject, rulesOfStatus } from '#kinds/example-objects.fixture.js'
import { mandatorySchema } from '#kinds/flowcontrol/system-flow-control.js'
import { rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import {
  type Body,
  follows,
  forbidden,
  given,
  invalid,
  oneOf,
  type RuleExample,
  required,
  unique,
} from '#meta/rule-examples.fixture.js'
import { flowSchema } from './index.js'

const version = flowSchema.storageVersion
const LEVEL = { priorityLevelConfiguration: { name: 'some' } }
const ANN = { kind: 'User', user: { name: 'ann' } }
const PODS = { verbs: ['get'], apiGroups: [''], resources: ['pods'], namespaces: ['*'] }
const PATHS = { verbs: ['get'], nonResourceURLs: ['/metrics'] }
const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch']

const rule = (part: Body) => ({ rules: [{ subjects: [ANN], resourceRules: [PODS], ...part }] })
const subject = (subject: Body) => rule({ subjects: [subject] })
const resources = (part: Body) => rule({ resourceRules: [{ ...PODS, ...part }] })
const paths = (part: Body) => rule({ nonResourceRules: [{ ...PATHS, ...part }] })
const account = (part: Body) =>
  subject({ kind: 'ServiceAccount', serviceAccount: { namespace: 'a', name: 'b', ...part } })

const SUBJECTS = { serviceAccount: 'ServiceAccount', user: 'User', group: 'Group' }
const SUBJECT = 'rules[0].subjects[0]'

const subjectExamples = Object.entries(SUBJECTS).flatMap(([field, kind]): readonly RuleExample[] => {
  const place = field === 'serviceAccount' ? { namespace: 'a' } : {}
  const own = { kind, [field]: { ...place, name: 'b' } }
  const other = kind === 'User' ? { kind: 'Group', group: { name: 'b' } } : ANN
  return [
    required(
      `${SUBJECT}.${field}`,
      `is required with kind ${kind}`,
      `${field} is required when subject kind is '${kind}'`,
      subject({ kind }),
      subject(own),
    ),
    given(`${SUBJECT}.${field}.name`, subject({ kind, [field]: { ...place, name: '' } }), subject(own)),
    forbidden(
      `${SUBJECT}.${field}`,
      `must not be set without kind ${kind}`,
      `${field} is forbidden when subject kind is not '${kind}'`,
      subject({ ...own, ...other }),
      subject(own),
    ),
  ]
})

const alone = (
  field: string,
  what: string,
  within: (part: Body) => Body,
  name: string,
  other: string,
): RuleExample =>
  invalid(
    field,
    'must not have other elements beside *',
    `if '*' is present, must not specify other ${what}`,
    within({ [name]: ['*', other] }),
    within({ [name]: ['*'] }),
  )

const verbExamples = (at: string, within: (part: Body) => Body): readonly RuleExample[] => [
  required(
    `${at}.verbs`,
    'must not be empty',
    'verbs must contain at least one value',
    within({ verbs: [] }),
    within({}),
  ),
  alone(`${at}.verbs`, 'verbs', within, 'verbs', 'get'),
  oneOf(`${at}.verbs`, VERBS, within({ verbs: ['get', 'eat'] }), within({ verbs: ['get', 'list'] })),
]

const RESOURCES = 'rules[0].resourceRules[0]'
const URLS = 'rules[0].nonResourceRules[0].nonResourceURLs'

const path = (path: string, rule: string, detail: string, keeps: string) =>
  invalid(`${URLS}[0]`, rule, detail, paths({ nonResourceURLs: [path] }), paths({ nonResourceURLs: [keeps] }))

export const flowSchemaRules = rulesOfObject({
  type: 'FlowSchema',
  version,
  at: 'spec',
  object: (spec) => ({ spec: { ...LEVEL, ...spec } }),
  examples: [
    invalid(
      'matchingPrecedence',
      'must be positive',
      'must be a positive value',
      { matchingPrecedence: -1 },
      { matchingPrecedence: 0 },
    ),
    invalid(
      'matchingPrecedence',
      'must be at most 10000',
      'must not be greater than 10000',
      { matchingPrecedence: 10_001 },
      { matchingPrecedence: 10_000 },
    ),
    invalid(
      'matchingPrecedence',
      'must be greater than 1, which is for the schema exempt',
      "only the schema named 'exempt' may have matchingPrecedence 1",
      { matchingPrecedence: 1 },
      { matchingPrecedence: 2 },
    ),
    oneOf(
      'distinguisherMethod.type',
      ['ByNamespace', 'ByUser'],
      { distinguisherMethod: { type: 'ByAge' } },
      { distinguisherMethod: { type: 'ByUser' } },
    ),
    follows(
      'priorityLevelConfiguration.name',
      rfc1123Subdomain,
      { priorityLevelConfiguration: { name: 'A' } },
      LEVEL,
    ),
    required(
      'priorityLevelConfiguration.name',
      'is required',
      'must reference a priority level',
      { priorityLevelConfiguration: {} },
      LEVEL,
    ),
    required(
      'rules[0].subjects',
      'must not be empty',
      'subjects must contain at least one value',
      rule({ subjects: [] }),
      rule({}),
    ),
    ...subjectExamples,
    follows(
      `${SUBJECT}.serviceAccount.name`,
      rfc1123Subdomain,
      account({ name: 'A' }),
      account({ name: '*' }),
    ),
    follows(`${SUBJECT}.serviceAccount.namespace`, rfc1123Label, account({ namespace: 'A' }), account({})),
    required(
      `${SUBJECT}.serviceAccount.namespace`,
      'is required',
      'must specify namespace for service account',
      account({ namespace: '' }),
      account({}),
    ),
    oneOf(
      `${SUBJECT}.kind`,
      ['Group', 'ServiceAccount', 'User'],
      subject({ ...ANN, kind: 'Robot' }),
      subject(ANN),
    ),
    required(
      'rules[0]',
      'must have rules for resources or for paths',
      'at least one of resourceRules and nonResourceRules has to be non-empty',
      rule({ resourceRules: [] }),
      rule({}),
    ),
    ...verbExamples(RESOURCES, resources),
    required(
      `${RESOURCES}.apiGroups`,
      'must not be empty',
      'resource rules must supply at least one api group',
      resources({ apiGroups: [] }),
      resources({}),
    ),
    alone(`${RESOURCES}.apiGroups`, 'api groups', resources, 'apiGroups', 'apps'),
    required(
      `${RESOURCES}.resources`,
      'must not be empty',
      'resource rules must supply at least one resource',
      resources({ resources: [] }),
      resources({}),
    ),
    alone(`${RESOURCES}.resources`, 'resources', resources, 'resources', 'pods'),
    required(
      `${RESOURCES}.namespaces`,
      'must not be empty, unless clusterScope is set',
      'resource rules that are not cluster scoped must supply at least one namespace',
      resources({ namespaces: [] }),
      resources({ namespaces: [], clusterScope: true }),
    ),
    alone(`${RESOURCES}.namespaces`, 'namespaces', resources, 'namespaces', 'a'),
    invalid(
      `${RESOURCES}.namespaces[0]`,
      'must be * or match the format',
      `each member of this list must be '*' or a DNS-1123 label; ${rfc1123Label('A').join()}`,
      resources({ namespaces: ['A'] }),
      resources({ namespaces: ['a'] }),
    ),
    ...verbExamples('rules[0].nonResourceRules[0]', paths),
    required(
      URLS,
      'must not be empty',
      'nonResourceURLs must contain at least one value',
      paths({ nonResourceURLs: [] }),
      paths({}),
    ),
    alone(URLS, 'non-resource URLs', paths, 'nonResourceURLs', '/metrics'),
    path('', 'must not be empty', 'must not be empty', '/'),
    path('a', 'must begin with a slash', 'must start with slash', '/a'),
    path('/a b', 'must not contain spaces', 'must not contain white-space', '/ab'),
    path('/a//b', 'must not contain two slashes together', 'must not contain double slash', '/a/b'),
    path('/a*', 'must have * only as its last part', 'wildcard can only do suffix matching', '/a/*'),
  ],
})

const CATCH_ALL = mandatorySchema('catch-all')

export const mandatorySchemaRules = rulesOfObject({
  type: 'FlowSchema named exempt or catch-all',
  version,
  at: '',
  object: (body) => ({ metadata: { name: 'catch-all' }, ...body }),
  examples: [
    invalid(
      'spec',
      'is that of every server',
      "spec of 'catch-all' must equal the fixed value",
      { spec: { ...CATCH_ALL, matchingPrecedence: 9999 } },
      { spec: CATCH_ALL },
    ),
  ],
})

const conditions = (...conditions: readonly Body[]) => ({ conditions })

export const flowSchemaStatusRules = rulesOfStatus({
  type: 'FlowSchema',
  version,
  at: 'status',
  before: { spec: LEVEL },
  object: (status) => status,
  examples: [
    unique(
      'conditions[1].type',
      'must be unique',
      conditions({ type: 'A' }, { type: 'A' }),
      conditions({ type: 'A' }, { type: 'B' }),
    ),
    required(
      'conditions[0].type',
      'is required',
      'must not be empty',
      conditions({ status: 'True' }),
      conditions({ type: 'A' }),
    ),
  ],
})
