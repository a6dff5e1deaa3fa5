import { type Body, forbidden, invalid, type RuleExample, required } from '#meta/rule-examples.fixture.js'
import {
  ANYTHING,
  EMBEDDED,
  LIST,
  NESTED,
  nested,
  OBJECT,
  rulesOfProperty,
  STRING,
} from './schema-objects.fixture.js'

const withName = (name: Body) => ({ ...OBJECT, properties: { name } })

const structure: readonly RuleExample[] = [
  required('items', 'is required in a list', 'must be specified', { type: 'array' }, LIST),
  required('type', 'is required', 'must not be empty for specified object fields', {}, STRING),
  invalid(
    'x-kubernetes-preserve-unknown-fields',
    'must not be set with x-kubernetes-int-or-string',
    'must be false if x-kubernetes-int-or-string is true',
    { ...ANYTHING, 'x-kubernetes-int-or-string': true },
    { 'x-kubernetes-int-or-string': true },
  ),
  invalid(
    'x-kubernetes-embedded-resource',
    'must not be set with x-kubernetes-int-or-string',
    'must be false if x-kubernetes-int-or-string is true',
    { ...EMBEDDED, ...ANYTHING, 'x-kubernetes-int-or-string': true },
    { ...EMBEDDED, ...ANYTHING },
    ['x-kubernetes-preserve-unknown-fields'],
  ),
  required(
    'items.type',
    'is required for items',
    'must not be empty for specified array items',
    { type: 'array', items: {} },
    LIST,
  ),
  forbidden(
    'properties[metadata].x-kubernetes-embedded-resource',
    'must not be set inside of metadata',
    'must not be used inside of resource meta',
    { ...EMBEDDED, properties: { metadata: { ...EMBEDDED, ...ANYTHING } } },
    { ...EMBEDDED, properties: { metadata: { ...OBJECT, ...ANYTHING } } },
  ),
  invalid(
    'properties[metadata].properties[name].default',
    'must be valid in the metadata of an object',
    'must result in valid metadata: metadata.name: Invalid value: "a/b": may not contain \'/\'',
    { ...EMBEDDED, properties: { metadata: withName({ ...STRING, default: 'a/b' }) } },
    { ...EMBEDDED, properties: { metadata: withName({ ...STRING, default: 'a' }) } },
  ),
  invalid(
    'pattern',
    'must be a regular expression of RE2',
    "must be a valid regular expression, but isn't: error parsing regexp: missing closing ): `(`",
    { ...STRING, pattern: '(' },
    { ...STRING, pattern: '()' },
  ),
  required(
    'type',
    'is required for an embedded resource',
    'must be object if x-kubernetes-embedded-resource is true',
    { ...ANYTHING, 'x-kubernetes-embedded-resource': true },
    { ...EMBEDDED, ...ANYTHING },
  ),
  invalid(
    'type',
    'must be object for an embedded resource',
    'must be object if x-kubernetes-embedded-resource is true',
    { ...ANYTHING, ...EMBEDDED, type: 'string' },
    { ...EMBEDDED, ...ANYTHING },
  ),
  forbidden(
    'additionalProperties',
    'must not be set for an embedded resource',
    'must not be used if x-kubernetes-embedded-resource is set',
    { ...EMBEDDED, ...ANYTHING, additionalProperties: STRING },
    { ...EMBEDDED, ...ANYTHING },
  ),
  ...(['kind', 'apiVersion'] as const).map((field) =>
    invalid(
      `properties[${field}].type`,
      'must be string in an embedded resource',
      'must be string',
      { ...EMBEDDED, properties: { [field]: { type: 'integer' } } },
      { ...EMBEDDED, properties: { [field]: STRING } },
    ),
  ),
  invalid(
    'properties[metadata].type',
    'must be object in an embedded resource',
    'must be object',
    { ...EMBEDDED, properties: { metadata: STRING } },
    { ...EMBEDDED, properties: { metadata: OBJECT } },
  ),
  required(
    'properties',
    'is required for an embedded resource, or x-kubernetes-preserve-unknown-fields',
    'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
    EMBEDDED,
    { ...EMBEDDED, properties: { a: STRING } },
  ),
]

const REPLACED = 'must be empty to be structural'
const UNDEFINED = 'must be undefined to be structural'
const NOT_TRUE = 'must be false to be structural'

const alternatives: readonly RuleExample[] = [
  ...(
    [
      ['type', 'object', REPLACED],
      ['default', {}, UNDEFINED],
      ['title', 'A', REPLACED],
      ['description', 'A', REPLACED],
      ['nullable', true, NOT_TRUE],
      ['x-kubernetes-preserve-unknown-fields', true, NOT_TRUE],
      ['x-kubernetes-embedded-resource', true, NOT_TRUE],
      ['x-kubernetes-int-or-string', true, NOT_TRUE],
      ['x-kubernetes-list-map-keys', ['a'], REPLACED, 'x-kubernetes-list-type'],
      ['x-kubernetes-list-type', 'set', UNDEFINED, 'type'],
      ['x-kubernetes-map-type', 'atomic', UNDEFINED, 'type'],
      ['x-kubernetes-validations', [{ rule: 'true' }], REPLACED],
    ] as const
  ).map(([field, value, detail, other]) =>
    forbidden(
      `allOf[0].${field}`,
      'must not be set in an alternative',
      detail,
      nested({ [field]: value }),
      NESTED,
      other && [`allOf[0].${other}`],
    ),
  ),
  forbidden(
    'allOf[0].additionalProperties',
    'must not be set in an alternative',
    UNDEFINED,
    nested({ additionalProperties: STRING }),
    NESTED,
  ),
  forbidden(
    'allOf[0].properties[metadata]',
    'must not be set in an alternative',
    'must not be specified in a nested context',
    nested({ properties: { metadata: {} } }),
    NESTED,
  ),
]

export const structureRules = rulesOfProperty('CustomResourceDefinition schemas', [
  ...structure,
  ...alternatives,
])
