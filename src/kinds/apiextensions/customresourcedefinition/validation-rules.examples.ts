import { rulesOfObject } from '#kinds/example-objects.fixture.js'
import { type Body, forbidden, invalid, oneOf, required } from '#meta/rule-examples.fixture.js'
import { customResourceDefinition } from './index.js'
import { definitionOf, OBJECT, ROOT, rulesOfProperty, STRING } from './schema-objects.fixture.js'

const rule = (more: Body) => ({
  ...STRING,
  maxLength: 9,
  'x-kubernetes-validations': [{ rule: 'true', ...more }],
})
const RULED = rule({})
export const ruleDefinitionRules = rulesOfProperty('CustomResourceDefinition validation rules', [
  required(
    'x-kubernetes-validations[0].rule',
    'is required',
    'rule is not specified',
    rule({ rule: ' ' }),
    RULED,
  ),
  required(
    'x-kubernetes-validations[0].message',
    'is required for a rule with line breaks',
    'message must be specified if rule contains line breaks',
    rule({ rule: 'true &&\ntrue' }),
    rule({ rule: 'true &&\ntrue', message: 'a' }),
  ),
  required(
    'x-kubernetes-validations[0].messageExpression',
    'must not be blank',
    'messageExpression must be non-empty if specified',
    rule({ messageExpression: ' ' }),
    rule({ messageExpression: "'a'" }),
  ),
  oneOf(
    'x-kubernetes-validations[0].reason',
    ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'],
    rule({ reason: 'Odd' }),
    rule({ reason: 'FieldValueInvalid' }),
  ),
  invalid(
    'x-kubernetes-validations[0].fieldPath',
    'must not be blank',
    'fieldPath must be non-empty if specified',
    rule({ fieldPath: ' ' }),
    RULED,
    ['x-kubernetes-validations[0].fieldPath'],
  ),
  invalid(
    'x-kubernetes-validations[0].fieldPath',
    'must not contain line breaks',
    'fieldPath must not contain line breaks',
    rule({ fieldPath: '.a\n' }),
    RULED,
    ['x-kubernetes-validations[0].fieldPath'],
  ),
  invalid(
    'x-kubernetes-validations[0].fieldPath',
    'must name a field of the schema',
    'fieldPath must be a valid path',
    rule({ fieldPath: '.a' }),
    RULED,
  ),
  invalid(
    'x-kubernetes-validations[0].optionalOldSelf',
    'must not be set unless the rule uses oldSelf',
    'may not be set if oldSelf is not used in rule',
    rule({ optionalOldSelf: true }),
    rule({ rule: 'oldSelf.hasValue()', optionalOldSelf: true }),
  ),
  invalid(
    'x-kubernetes-validations[0].rule',
    'must be an expression',
    "compilation failed: ERROR: <input>:1:1: undeclared reference to 'none' (in container '')\n | none\n | ^",
    rule({ rule: 'none' }),
    RULED,
  ),
  invalid(
    'x-kubernetes-validations[0].rule',
    'must be true or false',
    'cel expression must evaluate to a bool',
    rule({ rule: 'self' }),
    RULED,
  ),
  invalid(
    'x-kubernetes-validations[0].messageExpression',
    'must be an expression',
    "messageExpression compilation failed: ERROR: <input>:1:1: undeclared reference to 'none' (in container '')\n | none\n | ^",
    rule({ messageExpression: 'none' }),
    RULED,
  ),
  invalid(
    'x-kubernetes-validations[0].messageExpression',
    'must be a string',
    'messageExpression must evaluate to a string',
    rule({ messageExpression: '1' }),
    RULED,
  ),
  invalid(
    'items.x-kubernetes-validations[0].rule',
    'must not use oldSelf in a list without keys',
    `oldSelf cannot be used on the uncorrelatable portion of the schema within ${ROOT}.properties[x]`,
    { type: 'array', maxItems: 3, items: rule({ rule: 'self == oldSelf' }) },
    { type: 'array', maxItems: 3, items: RULED },
  ),
])

const RULE = 'properties[x].x-kubernetes-validations[0].rule'
const MESSAGE = 'properties[x].x-kubernetes-validations[0].messageExpression'
const costly = (more: Body) => ({
  ...OBJECT,
  properties: {
    x: { type: 'array', items: STRING, 'x-kubernetes-validations': [{ rule: 'true', ...more }] },
  },
})
/** Three loops over a list of any length. */
const LOOPS = 'self.all(a, self.all(b, self.all(c, a == b && b == c)))'
const ADVICE =
  '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)'
const FACTOR = `exceeds budget by factor of more than 100x ${ADVICE}`

export const ruleCostRules = rulesOfObject({
  type: 'CustomResourceDefinition validation rules',
  version: customResourceDefinition.storageVersion,
  at: ROOT,
  object: (schema) => definitionOf(schema),
  examples: [
    ...(
      [
        [RULE, 'estimated rule cost', { rule: LOOPS }],
        [MESSAGE, 'estimated messageExpression cost', { messageExpression: `string(${LOOPS})` }],
      ] as const
    ).flatMap(([field, name, more]) => [
      forbidden(field, 'must not cost too much', `${name} ${FACTOR}`, costly(more), costly({}), [field, '']),
      forbidden(
        field,
        'must not cost too much with all others',
        'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
        costly(more),
        costly({}),
        [field, ''],
      ),
    ]),
    forbidden(
      '',
      'must not have rules that cost too much together',
      `x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema ${FACTOR}`,
      costly({ rule: LOOPS }),
      costly({}),
      [RULE],
    ),
  ],
})
