import { rulesOfObject, rulesOfStatus } from '#kinds/example-objects.fixture.js'
import { conditionExamples } from '#meta/condition.examples.js'
import { dns1035Label, pathSegment, qualifiedName } from '#meta/formats.js'
import { type Body, follows, given, invalid, oneOf, required, unique } from '#meta/rule-examples.fixture.js'
import { validatingAdmissionPolicy } from './index.js'

const RULE = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }
const SPEC = { matchConstraints: { resourceRules: [RULE] }, validations: [{ expression: 'true' }] }

const policy = (part: Body): Body => ({ spec: { ...SPEC, ...part } })
const KEPT = policy({})
const validation = (part: Body) => policy({ validations: [{ expression: 'true', ...part }] })
const variable = (part: Body) => policy({ variables: [{ name: 'a', expression: '1', ...part }] })
const annotation = (...parts: Body[]) =>
  policy({ auditAnnotations: parts.map((part) => ({ key: 'a', valueExpression: "'x'", ...part })) })
const param = (part: Body) => policy({ paramKind: { apiVersion: 'v1', kind: 'ConfigMap', ...part } })
const constraints = (part: Body) => policy({ matchConstraints: { resourceRules: [RULE], ...part } })
const keys = (count: number) => Array.from({ length: count }, (_, index) => ({ key: `k${index}` }))
const NO_KIND = `may have mixed case, but should otherwise match: ${dns1035Label('config map').join(',')}`
const NOT_SPECIFIED = 'is not specified'
const NOTHING = 'validations or auditAnnotations must contain at least one item'

export const validatingPolicyRules = rulesOfObject({
  type: 'ValidatingAdmissionPolicySpec',
  version: validatingAdmissionPolicy.storageVersion,
  at: 'spec',
  object: (body) => body,
  examples: [
    oneOf('failurePolicy', ['Fail', 'Ignore'], policy({ failurePolicy: 'Retry' }), KEPT),
    given('matchConstraints', policy({ matchConstraints: null }), KEPT),
    given('matchConstraints.resourceRules', policy({ matchConstraints: {} }), KEPT),
    unique(
      'matchConstraints.resourceRules[0].resourceNames[1]',
      'must be unique',
      policy({ matchConstraints: { resourceRules: [{ ...RULE, resourceNames: ['a', 'a'] }] } }),
      KEPT,
    ),
    required(
      'validations',
      'is required, or annotations',
      NOTHING,
      policy({ validations: [] }),
      annotation({}),
      ['auditAnnotations'],
    ),
    required(
      'auditAnnotations',
      'is required, or validations',
      NOTHING,
      policy({ validations: [] }),
      annotation({}),
      ['validations'],
    ),
    given('paramKind.apiVersion', param({ apiVersion: '' }), param({})),
    invalid('paramKind.kind', 'must be a kind', NO_KIND, param({ kind: 'Config Map' }), param({})),
    given('paramKind.kind', param({ kind: '' }), param({})),
    ...(
      [
        ['a/b/c', 'unexpected GroupVersion string: a/b/c'],
        ['apps/', 'version must be specified'],
      ] as const
    ).map(([apiVersion, detail]) =>
      invalid('paramKind.apiVersion', 'must be a version', detail, param({ apiVersion }), param({})),
    ),
    invalid(
      'paramKind.apiVersion',
      'must name a version',
      dns1035Label,
      param({ apiVersion: 'apps/1' }),
      param({}),
    ),
    ...(['namespaceSelector', 'objectSelector'] as const).map((field) =>
      invalid(
        `matchConstraints.${field}.matchExpressions[0].operator`,
        'must be a selector of labels',
        'not a valid selector operator',
        constraints({ [field]: { matchExpressions: [{ key: 'a', operator: 'Odd' }] } }),
        KEPT,
      ),
    ),
    follows(
      'matchConstraints.resourceRules[0].resourceNames[0]',
      pathSegment,
      constraints({ resourceRules: [{ ...RULE, resourceNames: ['a/b'] }] }),
      KEPT,
    ),
    given(
      'matchConstraints.resourceRules[0].operations',
      constraints({ resourceRules: [{ ...RULE, operations: [] }] }),
      KEPT,
    ),
    given(
      'matchConstraints.excludeResourceRules[0].operations',
      constraints({ excludeResourceRules: [{ ...RULE, operations: [] }] }),
      KEPT,
    ),
    given(
      'matchConditions[0].name',
      policy({ matchConditions: [{ name: '', expression: 'true' }] }),
      policy({ matchConditions: [{ name: 'a', expression: 'true' }] }),
    ),
    invalid(
      'matchConditions[0].expression',
      'must not use the variables of the policy',
      "compilation failed: ERROR: <input>:1:1: undeclared reference to 'variables' (in container '')\n | variables.a\n | ^",
      policy({ matchConditions: [{ name: 'a', expression: 'variables.a' }] }),
      policy({ matchConditions: [{ name: 'a', expression: 'true' }] }),
    ),
    invalid(
      'variables[0].expression',
      'must be an expression',
      "compilation failed: ERROR: <input>:1:1: undeclared reference to 'none' (in container '')\n | none\n | ^",
      variable({ expression: 'none' }),
      variable({}),
    ),
    required(
      'variables[0].name',
      'is required',
      `name ${NOT_SPECIFIED}`,
      variable({ name: '' }),
      variable({}),
    ),
    invalid(
      'variables[0].name',
      'must be a name of the language',
      'name is not a valid CEL identifier',
      variable({ name: 'a-b' }),
      variable({ name: 'a_b' }),
    ),
    required(
      'variables[0].expression',
      'is required',
      `expression ${NOT_SPECIFIED}`,
      variable({ expression: ' ' }),
      variable({}),
    ),
    required(
      'validations[0].expression',
      'is required',
      `expression ${NOT_SPECIFIED}`,
      validation({ expression: '' }),
      KEPT,
    ),
    invalid(
      'validations[0].expression',
      'must be true or false',
      'must evaluate to bool but got int',
      validation({ expression: '1' }),
      KEPT,
    ),
    invalid(
      'validations[0].messageExpression',
      'must be a string',
      'must evaluate to string but got int',
      validation({ messageExpression: '1' }),
      validation({ messageExpression: "'a'" }),
    ),
    invalid(
      'validations[0].messageExpression',
      'must not be blank',
      'must be non-empty if specified',
      validation({ messageExpression: ' ' }),
      KEPT,
    ),
    invalid(
      'validations[0].message',
      'must not be blank',
      'message must be non-empty if specified',
      validation({ message: ' ' }),
      KEPT,
    ),
    invalid(
      'validations[0].message',
      'must be one line',
      'message must not contain line breaks',
      validation({ message: 'a\nb' }),
      KEPT,
    ),
    required(
      'validations[0].message',
      'is required with an expression of several lines',
      'message must be specified if expression contains line breaks',
      validation({ expression: 'true\n&& true' }),
      validation({ expression: 'true\n&& true', message: 'a' }),
    ),
    oneOf(
      'validations[0].reason',
      ['Forbidden', 'Invalid', 'RequestEntityTooLarge'],
      validation({ reason: 'NotFound' }),
      validation({ reason: 'Invalid' }),
    ),
    invalid(
      'auditAnnotations',
      'must have at most 20 elements',
      'must not have more than 20 auditAnnotations',
      annotation(...keys(21)),
      annotation(...keys(20)),
    ),
    required(
      'auditAnnotations[0].valueExpression',
      'must not be longer than 5120 bytes',
      'must not exceed 5120 bytes in length',
      annotation({ valueExpression: `'${'x'.repeat(5119)}'` }),
      annotation({ valueExpression: `'${'x'.repeat(5118)}'` }),
    ),
    invalid(
      'auditAnnotations[0].key',
      'must match the format',
      qualifiedName,
      annotation({ key: 'a b' }),
      annotation({}),
    ),
    unique('auditAnnotations[1].key', 'must be unique', annotation({}, {}), annotation({}, { key: 'b' })),
    required(
      'auditAnnotations[0].valueExpression',
      'is required',
      `valueExpression ${NOT_SPECIFIED}`,
      annotation({ valueExpression: '' }),
      annotation({}),
    ),
    invalid(
      'auditAnnotations[0].valueExpression',
      'must be a string or null',
      'must evaluate to one of [string null_type] but got int',
      annotation({ valueExpression: '1' }),
      annotation({ valueExpression: 'null' }),
    ),
  ],
})

const warned = (part: Body): Body => ({
  typeChecking: {
    expressionWarnings: [{ fieldRef: 'spec.validations[0].expression', warning: 'a', ...part }],
  },
})

export const validatingPolicyStatusRules = rulesOfStatus({
  type: 'ValidatingAdmissionPolicy',
  version: validatingAdmissionPolicy.storageVersion,
  at: 'status',
  before: KEPT,
  object: (status) => status,
  examples: [
    given('typeChecking.expressionWarnings[0].warning', warned({ warning: '' }), warned({})),
    given('typeChecking.expressionWarnings[0].fieldRef', warned({ fieldRef: ' ' }), warned({})),
    ...conditionExamples,
  ],
})
