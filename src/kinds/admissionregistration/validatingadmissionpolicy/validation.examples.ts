import { validateNew } from '#kinds/example-objects.fixture.js'
import { dns1035Label, qualifiedName } from '#meta/formats.js'
import {
  type Body,
  given,
  invalid,
  oneOf,
  type RuleTable,
  required,
  unique,
} from '#meta/rule-examples.fixture.js'
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
const NOT_SPECIFIED = 'is not specified'
const NOTHING = 'validations or auditAnnotations must contain at least one item'

export const validatingPolicyRules: RuleTable = {
  type: 'ValidatingAdmissionPolicySpec',
  at: 'spec',
  validate: (body) => validateNew(validatingAdmissionPolicy.storageVersion, body),
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
    given('paramKind.apiVersion', param({ apiVersion: '' }), param({})),
    given('paramKind.kind', param({ kind: '' }), param({})),
    invalid(
      'paramKind.apiVersion',
      'must name a version',
      dns1035Label,
      param({ apiVersion: 'apps/1' }),
      param({}),
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
      'must evaluate to bool',
      validation({ expression: '1' }),
      KEPT,
    ),
    invalid(
      'validations[0].messageExpression',
      'must be a string',
      'must evaluate to string',
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
      'must evaluate to one of [string null_type]',
      annotation({ valueExpression: '1' }),
      annotation({ valueExpression: 'null' }),
    ),
  ],
}
