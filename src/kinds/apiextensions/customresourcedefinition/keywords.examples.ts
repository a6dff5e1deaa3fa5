import {
  type Body,
  forbidden,
  invalid,
  oneOf,
  type RuleExample,
  required,
} from '#meta/rule-examples.fixture.js'
import { ANYTHING, LIST, OBJECT, rulesOfProperty, STRING } from './schema-objects.fixture.js'

const keywords: readonly RuleExample[] = [
  oneOf(
    'type',
    ['array', 'boolean', 'integer', 'number', 'object', 'string'],
    { type: 'text' },
    { type: 'number' },
  ),
  ...(
    [
      ['id', 'a'],
      ['additionalItems', true],
      ['patternProperties', { a: STRING }],
      ['definitions', { a: STRING }],
      ['dependencies', { a: ['b'] }],
      ['$ref', '#/a'],
    ] as const
  ).map(([field, value]) =>
    forbidden(field, 'must not be set', `${field} is not supported`, { ...OBJECT, [field]: value }, OBJECT),
  ),
  forbidden(
    'items',
    'must be one schema',
    'items must be a schema object and not an array',
    { type: 'array', items: [STRING] },
    LIST,
  ),
  forbidden(
    'uniqueItems',
    'must not be true',
    'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
    { ...LIST, uniqueItems: true },
    { ...LIST, uniqueItems: false },
  ),
  forbidden(
    'additionalProperties',
    'must not be set with properties',
    'additionalProperties and properties are mutual exclusive',
    { ...OBJECT, properties: { a: STRING }, additionalProperties: STRING },
    { ...OBJECT, properties: { a: STRING } },
  ),
  invalid(
    'x-kubernetes-preserve-unknown-fields',
    'must not be false',
    'must be true or undefined',
    { ...OBJECT, 'x-kubernetes-preserve-unknown-fields': false },
    { ...OBJECT, ...ANYTHING },
  ),
  forbidden(
    'type',
    'must not be null',
    'type cannot be set to null, use nullable as an alternative',
    { type: 'null' },
    { ...STRING, nullable: true },
    ['type'],
  ),
  invalid(
    'default',
    'must be valid',
    ' in body should be at least 2 chars long',
    { ...STRING, minLength: 2, default: 'a' },
    { ...STRING, minLength: 2, default: 'ab' },
  ),
  invalid(
    'default',
    'must have the fields of the schema only',
    'must not have unknown fields',
    { ...OBJECT, properties: { a: STRING }, default: { b: 1 } },
    { ...OBJECT, properties: { a: STRING }, default: { a: '1' } },
  ),
]

const keyed = (item: Body = {}, more: Body = {}) => ({
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['k'],
  items: { ...OBJECT, required: ['k'], properties: { k: STRING }, ...item },
  ...more,
})
const keyProperty = (property: Body, more: Body = {}) => keyed({ properties: { k: property }, ...more })

const lists: readonly RuleExample[] = [
  required(
    'type',
    'is required with x-kubernetes-map-type',
    'must be object if x-kubernetes-map-type is specified',
    { ...ANYTHING, 'x-kubernetes-map-type': 'atomic' },
    { ...ANYTHING, ...OBJECT, 'x-kubernetes-map-type': 'atomic' },
  ),
  required(
    'type',
    'is required with x-kubernetes-list-type',
    'must be array if x-kubernetes-list-type is specified',
    { ...ANYTHING, 'x-kubernetes-list-type': 'atomic' },
    { ...LIST, 'x-kubernetes-list-type': 'atomic' },
  ),
  required(
    'items',
    'is required in a list of type map',
    'must have a schema if x-kubernetes-list-type is map',
    { ...keyed(), items: undefined },
    keyed(),
    ['items'],
  ),
  invalid(
    'items',
    'must be one schema in a list of type map',
    'must only have a single schema if x-kubernetes-list-type is map',
    { ...keyed(), items: [OBJECT] },
    keyed(),
    ['items'],
  ),
  invalid(
    'type',
    'must be object with x-kubernetes-map-type',
    'must be object if x-kubernetes-map-type is specified',
    { ...STRING, 'x-kubernetes-map-type': 'atomic' },
    { ...OBJECT, 'x-kubernetes-map-type': 'atomic' },
  ),
  oneOf(
    'x-kubernetes-map-type',
    ['atomic', 'granular'],
    { ...OBJECT, 'x-kubernetes-map-type': 'whole' },
    { ...OBJECT, 'x-kubernetes-map-type': 'granular' },
  ),
  invalid(
    'type',
    'must be array with x-kubernetes-list-type',
    'must be array if x-kubernetes-list-type is specified',
    { ...STRING, 'x-kubernetes-list-type': 'atomic' },
    { ...LIST, 'x-kubernetes-list-type': 'atomic' },
  ),
  oneOf(
    'x-kubernetes-list-type',
    ['atomic', 'set', 'map'],
    { ...LIST, 'x-kubernetes-list-type': 'whole' },
    { ...LIST, 'x-kubernetes-list-type': 'set' },
  ),
  invalid(
    'items.x-kubernetes-list-type',
    'must be atomic in a set',
    'must be atomic as item of a list with x-kubernetes-list-type=set',
    { type: 'array', 'x-kubernetes-list-type': 'set', items: { ...LIST, 'x-kubernetes-list-type': 'set' } },
    {
      type: 'array',
      'x-kubernetes-list-type': 'set',
      items: { ...LIST, 'x-kubernetes-list-type': 'atomic' },
    },
  ),
  invalid(
    'items.x-kubernetes-map-type',
    'must be atomic in a set',
    'must be atomic as item of a list with x-kubernetes-list-type=set',
    {
      type: 'array',
      'x-kubernetes-list-type': 'set',
      items: { ...OBJECT, 'x-kubernetes-map-type': 'granular' },
    },
    {
      type: 'array',
      'x-kubernetes-list-type': 'set',
      items: { ...OBJECT, 'x-kubernetes-map-type': 'atomic' },
    },
  ),
  required(
    'x-kubernetes-list-type',
    'is required with x-kubernetes-list-map-keys',
    'must be map if x-kubernetes-list-map-keys is non-empty',
    { ...keyed(), 'x-kubernetes-list-type': undefined },
    keyed(),
  ),
  invalid(
    'x-kubernetes-list-type',
    'must be map with x-kubernetes-list-map-keys',
    'must be map if x-kubernetes-list-map-keys is non-empty',
    { ...keyed(), 'x-kubernetes-list-type': 'atomic' },
    keyed(),
  ),
  required(
    'x-kubernetes-list-map-keys',
    'is required in a list of type map',
    'must not be empty if x-kubernetes-list-type is map',
    { ...keyed(), 'x-kubernetes-list-map-keys': [] },
    keyed(),
  ),
  invalid(
    'items.type',
    'must be object in a list of type map',
    "must be object if parent array's x-kubernetes-list-type is map",
    { ...keyed(), items: STRING },
    keyed(),
  ),
  invalid(
    'items.properties[k].type',
    'must be a scalar for a key',
    "must be a scalar type if parent array's x-kubernetes-list-type is map",
    keyProperty(LIST),
    keyed(),
  ),
  invalid(
    'x-kubernetes-list-map-keys',
    'must name properties',
    'entries must all be names of item properties',
    { ...keyed(), 'x-kubernetes-list-map-keys': ['k', 'other'] },
    keyed(),
  ),
  invalid(
    'x-kubernetes-list-map-keys',
    'must be unique',
    'must not contain duplicate entries',
    { ...keyed(), 'x-kubernetes-list-map-keys': ['k', 'k'] },
    keyed(),
  ),
  forbidden(
    'items.nullable',
    'must not be true in a list of type map',
    'cannot be nullable when x-kubernetes-list-type is map',
    keyed({ nullable: true }),
    keyed(),
  ),
  forbidden(
    'items.nullable',
    'must not be true in a set',
    'cannot be nullable when x-kubernetes-list-type is set',
    { type: 'array', 'x-kubernetes-list-type': 'set', items: { ...STRING, nullable: true } },
    { type: 'array', 'x-kubernetes-list-type': 'set', items: STRING },
  ),
  required(
    'items.properties[k].default',
    'is required for a key that is not required',
    'this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
    keyed({ required: [] }),
    keyProperty({ ...STRING, default: 'a' }, { required: [] }),
  ),
  forbidden(
    'items.properties[k].nullable',
    'must not be true for a key',
    'this property is in x-kubernetes-list-map-keys, so it cannot be nullable',
    keyProperty({ ...STRING, nullable: true }),
    keyed(),
  ),
]

export const keywordRules = rulesOfProperty('CustomResourceDefinition schemas', [...keywords, ...lists])
