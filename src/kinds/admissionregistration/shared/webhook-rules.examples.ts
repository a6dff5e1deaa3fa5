import { dns1035Label, qualifiedName, rfc1123Subdomain } from '#meta/formats.js'
import {
  type Body,
  follows,
  given,
  invalid,
  oneOf,
  type RuleExample,
  required,
  tooMany,
  unique,
} from '#meta/rule-examples.fixture.js'

const RULE = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }
const SERVICE = { namespace: 'policies', name: 'webhook' }

export const WEBHOOK = {
  name: 'pods.example.com',
  clientConfig: { url: 'https://example.com/pods' },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
}

const hooks = (...parts: Body[]): Body => ({ webhooks: parts.map((part) => ({ ...WEBHOOK, ...part })) })
const KEPT = hooks({ rules: [RULE] })
const ruled = (part: Body) => hooks({ rules: [{ ...RULE, ...part }] })
const at = (clientConfig: Body) => hooks({ clientConfig })
const service = (part: Body) => at({ service: { ...SERVICE, ...part } })
const FORM = '; desired format: https://host[/path]'

const ruleExamples: readonly RuleExample[] = [
  given('rules[0].operations', ruled({ operations: [] }), KEPT),
  oneOf(
    'rules[0].operations[1]',
    ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'],
    ruled({ operations: ['CREATE', 'WATCH'] }),
    KEPT,
  ),
  given('rules[0].apiGroups', ruled({ apiGroups: [] }), KEPT),
  given('rules[0].apiVersions', ruled({ apiVersions: [] }), KEPT),
  given('rules[0].apiVersions[0]', ruled({ apiVersions: [''] }), KEPT),
  given('rules[0].resources', ruled({ resources: [] }), KEPT),
  given('rules[0].resources[0]', ruled({ resources: [''] }), KEPT),
  oneOf(
    'rules[0].scope',
    ['*', 'Cluster', 'Namespaced'],
    ruled({ scope: 'Node' }),
    ruled({ scope: 'Cluster' }),
  ),
  ...[
    ['operations', 'operations', ['*', 'CREATE']] as const,
    ['apiGroups', 'API groups', ['*', 'apps']] as const,
    ['apiVersions', 'API versions', ['*', 'v1']] as const,
  ].map(([field, words, values]) =>
    invalid(
      `rules[0].${field}`,
      'must be alone if it is *',
      `if '*' is present, must not specify other ${words}`,
      ruled({ [field]: values }),
      ruled({ [field]: ['*'] }),
    ),
  ),
  invalid(
    'rules[0].resources[1]',
    'must not name what a star stands for already',
    "if 'pods/*' is present, must not specify pods/log",
    ruled({ resources: ['pods/*', 'pods/log'] }),
    ruled({ resources: ['pods/*', 'nodes/log'] }),
  ),
  invalid(
    'rules[0].resources[1]',
    'must not name what a star stands for already',
    "if '*/log' is present, must not specify pods/log",
    ruled({ resources: ['*/log', 'pods/log'] }),
    ruled({ resources: ['*/log', 'pods/status'] }),
  ),
  invalid(
    'rules[0].resources',
    'must be alone if it is */*',
    "if '*/*' is present, must not specify other resources",
    ruled({ resources: ['*/*', 'pods'] }),
    ruled({ resources: ['*/*'] }),
  ),
  invalid(
    'rules[0].resources',
    'must not name a resource beside *',
    "if '*' is present, must not specify other resources without subresources",
    ruled({ resources: ['*', 'pods'] }),
    ruled({ resources: ['*', '*/scale'] }),
  ),
]

const clientExamples: readonly RuleExample[] = [
  required('clientConfig', 'must say where', 'exactly one of url or service is required', at({}), KEPT),
  required(
    'clientConfig',
    'must have exactly one of url and service',
    'exactly one of url or service is required',
    at({ url: 'https://a', service: SERVICE }),
    service({}),
  ),
  required(
    'clientConfig.url',
    'must be a URL',
    `url must be a valid URL: parse "https://a b": invalid character " " in host name${FORM}`,
    at({ url: 'https://a b' }),
    KEPT,
  ),
  invalid(
    'clientConfig.url',
    'must begin with https',
    `'https' is the only allowed URL scheme${FORM}`,
    at({ url: 'http://example.com' }),
    at({ url: 'https://example.com' }),
  ),
  invalid(
    'clientConfig.url',
    'must name a host',
    `host must be specified${FORM}`,
    at({ url: 'https:///a' }),
    KEPT,
  ),
  invalid(
    'clientConfig.url',
    'must not name a user',
    'user information is not permitted in the URL',
    at({ url: 'https://me@example.com' }),
    KEPT,
  ),
  invalid(
    'clientConfig.url',
    'must not have a fragment',
    'fragments are not permitted in the URL',
    at({ url: 'https://example.com/#a' }),
    KEPT,
  ),
  invalid(
    'clientConfig.url',
    'must not have a query',
    'query parameters are not permitted in the URL',
    at({ url: 'https://example.com/?a=b' }),
    KEPT,
  ),
  required(
    'clientConfig.service.name',
    'is the error of a missing namespace',
    'service name is required',
    service({ namespace: '' }),
    service({}),
  ),
  required(
    'clientConfig.service.namespace',
    'is the error of a missing name',
    'service namespace is required',
    service({ name: '' }),
    service({}),
  ),
  invalid(
    'clientConfig.service.port',
    'must be a port',
    'port is not valid: must be between 1 and 65535, inclusive',
    service({ port: 65_536 }),
    service({ port: 65_535 }),
  ),
  invalid(
    'clientConfig.service.path',
    'must begin with a slash',
    "must start with a '/'",
    service({ path: 'ab' }),
    service({ path: '/' }),
  ),
  invalid(
    'clientConfig.service.path',
    'must not be two slashes',
    'segment[0] may not be empty',
    service({ path: '//' }),
    service({ path: '/' }),
  ),
  invalid(
    'clientConfig.service.path',
    'must have segments that match the format',
    `segment[1]: ${rfc1123Subdomain('B')[0]}`,
    service({ path: '/a/B' }),
    service({ path: '/a/b' }),
  ),
  invalid(
    'clientConfig.service.path',
    'must not have empty segments',
    'segment[1] may not be empty',
    service({ path: '/a//b' }),
    service({ path: '/a/b/' }),
  ),
]

const conditions = (...matchConditions: Body[]) => hooks({ matchConditions })
const CONDITION = { name: 'a', expression: 'true' }
const MANY = Array.from({ length: 65 }, (_, index) => ({ name: `c${index}`, expression: 'true' }))

const conditionExamples: readonly RuleExample[] = [
  given('matchConditions[0].name', conditions({ ...CONDITION, name: '' }), conditions(CONDITION)),
  follows('matchConditions[0].name', qualifiedName, conditions({ ...CONDITION, name: 'a b' }), KEPT),
  unique('matchConditions[1].name', 'must be unique', conditions(CONDITION, CONDITION), KEPT),
  given('matchConditions[0].expression', conditions({ ...CONDITION, expression: '' }), KEPT),
  invalid(
    'matchConditions[0].expression',
    'must be true or false',
    'must evaluate to bool but got string',
    conditions({ ...CONDITION, expression: 'request.name' }),
    conditions({ ...CONDITION, expression: "request.name == 'a'" }),
  ),
  tooMany('matchConditions', 64, conditions(...MANY), conditions(...MANY.slice(1))),
]

const odd = (field: string) =>
  invalid(
    `${field}.matchExpressions[0].operator`,
    'must be a selector of labels',
    'not a valid selector operator',
    hooks({ [field]: { matchExpressions: [{ key: 'a', operator: 'Odd' }] } }),
    hooks({ [field]: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } }),
  )

/** Examples of the rules on the names of several webhooks. */
export const webhookNameExamples: readonly RuleExample[] = [
  unique('webhooks[1].name', 'must be unique', hooks({}, {}), hooks({}, { name: 'nodes.example.com' })),
]

/** Examples of the rules that mutating and validating webhooks share. */
export const webhookExamples: readonly RuleExample[] = [
  given('name', hooks({ name: '' }), KEPT),
  invalid('name', 'must match the format', rfc1123Subdomain, hooks({ name: 'A.example.com' }), KEPT),
  invalid(
    'name',
    'must have a domain',
    'should be a domain with at least three segments separated by dots',
    hooks({ name: 'example.com' }),
    KEPT,
  ),
  ...ruleExamples,
  ...clientExamples,
  ...conditionExamples,
  oneOf(
    'failurePolicy',
    ['Fail', 'Ignore'],
    hooks({ failurePolicy: 'Retry' }),
    hooks({ failurePolicy: 'Ignore' }),
  ),
  oneOf(
    'matchPolicy',
    ['Equivalent', 'Exact'],
    hooks({ matchPolicy: 'Any' }),
    hooks({ matchPolicy: 'Exact' }),
  ),
  required(
    'sideEffects',
    'is required',
    'must specify one of None, NoneOnDryRun',
    hooks({ sideEffects: null }),
    KEPT,
  ),
  oneOf(
    'sideEffects',
    ['None', 'NoneOnDryRun'],
    hooks({ sideEffects: 'Some' }),
    hooks({ sideEffects: 'NoneOnDryRun' }),
  ),
  invalid(
    'timeoutSeconds',
    'must be between 1 and 30',
    'the timeout value must be between 1 and 30 seconds',
    hooks({ timeoutSeconds: 31 }),
    hooks({ timeoutSeconds: 30 }),
  ),
  odd('namespaceSelector'),
  odd('objectSelector'),
  required(
    'admissionReviewVersions',
    'is required',
    'must specify one of v1, v1beta1',
    hooks({ admissionReviewVersions: [] }),
    KEPT,
  ),
  invalid(
    'admissionReviewVersions[1]',
    'must be unique',
    'duplicate version',
    hooks({ admissionReviewVersions: ['v1', 'v1'] }),
    KEPT,
  ),
  invalid(
    'admissionReviewVersions[1]',
    'must match the format',
    dns1035Label,
    hooks({ admissionReviewVersions: ['v1', '1'] }),
    KEPT,
  ),
  invalid(
    'admissionReviewVersions',
    'must name a version that the server knows',
    'must include at least one of v1, v1beta1',
    hooks({ admissionReviewVersions: ['v2'] }),
    hooks({ admissionReviewVersions: ['v2', 'v1beta1'] }),
  ),
]
