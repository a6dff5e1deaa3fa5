import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonSchema } from '#structural/json-schema.js'
import { metadataRules, schemaProblems, texts } from '#structural/schema.fixture.js'

/** The errors of a schema at path `S`. */
function problems(schema: JsonSchema, hasStatusSubresource = false): string[] {
  return texts(schemaProblems(schema, 'S', { hasStatusSubresource, metadataRules }))
}

const root = (more: JsonSchema): JsonSchema => ({ type: 'object', ...more })
/** A schema with one property, `spec`, which has the errors. */
const withSpec = (spec: JsonSchema) => root({ properties: { spec } })
const specProblems = (spec: JsonSchema) =>
  problems(withSpec(spec)).map((text) => text.replaceAll('S.properties[spec]', 'spec'))

const TEXT: JsonSchema = { type: 'string' }
const EMPTY = 'must be empty to be structural'
const UNDEFINED = 'must be undefined to be structural'
const FALSE = 'must be false to be structural'

test('a structural schema is valid', () => {
  const item: JsonSchema = {
    type: 'object',
    properties: { k: TEXT, v: { type: 'array', items: { type: 'integer' }, minItems: 1 } },
    required: ['k'],
  }
  const spec: JsonSchema = {
    type: 'object',
    description: 'd',
    properties: {
      a: { ...TEXT, title: 't', pattern: '^a', maxLength: 5, format: 'date', enum: ['a'], nullable: true },
      c: { type: 'object', additionalProperties: TEXT },
      d: { type: 'object', additionalProperties: true },
      e: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
      e2: {
        'x-kubernetes-int-or-string': true,
        allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { pattern: 'x' }],
      },
      f: {
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        'x-kubernetes-preserve-unknown-fields': true,
      },
      g: { type: 'array', items: item, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] },
      h: { type: 'array', items: item, default: [{ k: 'x' }] },
      i: { type: 'object', properties: { metadata: TEXT, kind: { type: 'integer' } } },
    },
    required: ['a'],
    not: { required: ['zz'] },
    oneOf: [{ required: ['a'] }, { properties: { d: { minProperties: 1 } } }],
  }
  const metadata: JsonSchema = { type: 'object', properties: { name: { ...TEXT, maxLength: 9 } } }
  assert.deepEqual(problems(root({ properties: { apiVersion: TEXT, kind: TEXT, metadata, spec } }), true), [])
})

test('every part needs a type', () => {
  assert.deepEqual(problems({}), ['S.type: Required value: must not be empty at the root'])
  assert.deepEqual(problems({ type: 'array', items: {} }), [
    'S.items.type: Required value: must not be empty for specified array items',
    'S.type: Invalid value: "array": must be object at the root',
  ])
  assert.deepEqual(specProblems({}), [
    'spec.type: Required value: must not be empty for specified object fields',
  ])
  assert.deepEqual(specProblems({ type: 'bag' }), [
    'spec.type: Unsupported value: "bag": supported values: "array", "boolean", "integer", "number", "object", "string"',
  ])
  assert.deepEqual(
    specProblems({ type: 'null' }).at(-1),
    'spec.type: Forbidden: type cannot be set to null, use nullable as an alternative',
  )
  assert.deepEqual(specProblems({ type: 'array' }), ['spec.items: Required value: must be specified'])
  assert.deepEqual(problems(root({ nullable: true })), [
    'S.nullable: Forbidden: nullable cannot be true at the root',
  ])
})

test('unsupported keywords are the only errors reported', () => {
  assert.deepEqual(specProblems({ type: 'array', items: [TEXT, TEXT] }), [
    'spec.items: Forbidden: items must be a schema object and not an array',
  ])
  const array: JsonSchema = { type: 'array', items: TEXT }
  assert.deepEqual(specProblems({ ...array, uniqueItems: true }), [
    'spec.uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
  ])
  assert.deepEqual(specProblems({ ...array, additionalItems: true }), [
    'spec.additionalItems: Forbidden: additionalItems is not supported',
  ])
  const object: JsonSchema = { type: 'object' }
  assert.deepEqual(specProblems({ ...object, $ref: '#/a' }), ['spec.$ref: Forbidden: $ref is not supported'])
  assert.deepEqual(specProblems({ ...object, id: 'x' }), ['spec.id: Forbidden: id is not supported'])
  assert.deepEqual(specProblems({ ...object, definitions: { a: TEXT } }), [
    'spec.definitions: Forbidden: definitions is not supported',
  ])
  assert.deepEqual(specProblems({ ...object, dependencies: { a: ['b'] } }), [
    'spec.dependencies: Forbidden: dependencies is not supported',
  ])
  assert.deepEqual(specProblems({ ...object, patternProperties: { a: TEXT } }), [
    'spec.patternProperties: Forbidden: patternProperties is not supported',
  ])
  assert.deepEqual(problems(root({ $schema: 'x' })), [
    'S: Invalid value: "": OpenAPIV3Schema \'schema\' is not supported',
  ])
})

test('a part of a combinator does not describe structure', () => {
  const nested = (part: JsonSchema) =>
    specProblems({ type: 'object', properties: { a: TEXT }, allOf: [part] })
  const part = (name: string, detail: string) => [`spec.allOf[0].${name}: Forbidden: ${detail}`]
  assert.deepEqual(nested({ type: 'object' }), part('type', EMPTY))
  assert.deepEqual(nested({ title: 'x' }), part('title', EMPTY))
  assert.deepEqual(nested({ description: 'x' }), part('description', EMPTY))
  assert.deepEqual(nested({ nullable: true }), part('nullable', FALSE))
  assert.deepEqual(nested({ default: {} }), part('default', UNDEFINED))
  assert.deepEqual(nested({ externalDocs: { url: 'x' } }), part('externalDocs', UNDEFINED))
  assert.deepEqual(
    nested({ additionalProperties: { minLength: 1 } }),
    part('additionalProperties', UNDEFINED),
  )
  assert.deepEqual(nested({ 'x-kubernetes-int-or-string': true }), part('x-kubernetes-int-or-string', FALSE))
  assert.deepEqual(
    nested({ 'x-kubernetes-validations': [{ rule: 'true' }] }),
    part('x-kubernetes-validations', EMPTY),
  )
  assert.deepEqual(nested({ properties: { a: { default: 'x' } } }), part('properties[a].default', UNDEFINED))
  assert.deepEqual(
    nested({ properties: { metadata: {} } }),
    part('properties[metadata]', 'must not be specified in a nested context'),
  )
  assert.deepEqual(
    specProblems({ 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'string' }, { type: 'integer' }] }),
    [`spec.anyOf[0].type: Forbidden: ${EMPTY}`, `spec.anyOf[1].type: Forbidden: ${EMPTY}`],
  )
})

test('properties in a combinator at the root must be described outside of it', () => {
  const properties = { a: TEXT }
  assert.deepEqual(problems(root({ properties, anyOf: [{ properties: { b: { minLength: 1 } } }] })), [
    'S.properties[b]: Required value: because it is defined in S.anyOf[0].properties[b]',
  ])
  assert.deepEqual(problems(root({ properties, not: { properties: { a: { items: {} } } } })), [
    'S.properties[a].items: Required value: because it is defined in S.not.properties[a].items',
  ])
})

test('a schema does not restrict apiVersion, kind and metadata', () => {
  const property = (name: string, schema: JsonSchema) => problems(root({ properties: { [name]: schema } }))
  assert.deepEqual(property('apiVersion', { type: 'integer' }), [
    'S.properties[apiVersion].type: Invalid value: "integer": must be string',
  ])
  assert.deepEqual(property('metadata', TEXT), [
    'S.properties[metadata].type: Invalid value: "string": must be object',
  ])
  const other = [
    'S.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
  ]
  const object: JsonSchema = { type: 'object' }
  assert.deepEqual(property('metadata', { ...object, properties: { labels: object } }), other)
  assert.deepEqual(property('metadata', { ...object, minProperties: 1 }), other)
  assert.deepEqual(property('metadata', { ...object, properties: { name: { ...TEXT, default: 'x' } } }), [
    'S.properties[metadata].properties[name].default: Forbidden: must not be set in top-level metadata',
  ])
  assert.deepEqual(property('kind', { ...TEXT, default: 'x' }), [
    'S.properties[kind].default: Forbidden: must not be set in top-level kind',
  ])
})

test('extensions are restricted', () => {
  const preserve = 'x-kubernetes-preserve-unknown-fields'
  const embedded = 'x-kubernetes-embedded-resource'
  const intOrString = 'x-kubernetes-int-or-string'
  assert.deepEqual(specProblems({ type: 'object', [preserve]: false }), [
    `spec.${preserve}: Invalid value: false: must be true or undefined`,
  ])
  assert.deepEqual(specProblems({ [intOrString]: true, [preserve]: true }), [
    `spec.${preserve}: Invalid value: true: must be false if ${intOrString} is true`,
  ])
  assert.deepEqual(specProblems({ type: 'object', [embedded]: true }), [
    `spec.properties: Required value: must not be empty if ${embedded} is true without ${preserve}`,
  ])
  assert.deepEqual(specProblems({ type: 'string', [embedded]: true, [preserve]: true }), [
    `spec.type: Invalid value: "string": must be object if ${embedded} is true`,
  ])
  const nested: JsonSchema = { type: 'object', [embedded]: true, [preserve]: true }
  assert.deepEqual(specProblems({ ...nested, additionalProperties: TEXT }), [
    `spec.additionalProperties: Forbidden: must not be used if ${embedded} is set`,
  ])
  assert.deepEqual(specProblems({ ...nested, properties: { metadata: nested } }), [
    `spec.properties[metadata].${embedded}: Forbidden: must not be used inside of resource meta`,
  ])
  assert.deepEqual(problems(root({ additionalProperties: TEXT })), [
    'S.additionalProperties: Forbidden: must not be used at the root',
  ])
  assert.deepEqual(specProblems({ type: 'object', properties: { a: TEXT }, additionalProperties: TEXT }), [
    'spec.additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive',
  ])
})

test('list types and map types are for lists and objects', () => {
  const array: JsonSchema = { type: 'array', items: TEXT }
  assert.deepEqual(specProblems({ type: 'object', 'x-kubernetes-list-type': 'set' }), [
    'spec.type: Invalid value: "object": must be array if x-kubernetes-list-type is specified',
  ])
  assert.deepEqual(specProblems({ ...array, 'x-kubernetes-map-type': 'atomic' }), [
    'spec.type: Invalid value: "array": must be object if x-kubernetes-map-type is specified',
  ])
  assert.deepEqual(specProblems({ ...array, 'x-kubernetes-list-type': 'bag' }), [
    'spec.x-kubernetes-list-type: Unsupported value: "bag": supported values: "atomic", "set", "map"',
  ])
  assert.deepEqual(specProblems({ ...array, 'x-kubernetes-list-map-keys': ['a'] }), [
    'spec.x-kubernetes-list-type: Required value: must be map if x-kubernetes-list-map-keys is non-empty',
  ])
  assert.deepEqual(specProblems({ type: 'object', 'x-kubernetes-map-type': 'loose' }), [
    'spec.x-kubernetes-map-type: Unsupported value: "loose": supported values: "atomic", "granular"',
  ])
})

test('the items of a set are atomic, and not null', () => {
  const set = (items: JsonSchema) => specProblems({ type: 'array', items, 'x-kubernetes-list-type': 'set' })
  assert.deepEqual(set({ type: 'object' }), [
    'spec.items.x-kubernetes-map-type: Invalid value: "null": must be atomic as item of a list with x-kubernetes-list-type=set',
  ])
  assert.deepEqual(set({ type: 'array', items: TEXT, 'x-kubernetes-list-type': 'set' }), [
    'spec.items.x-kubernetes-list-type: Invalid value: "set": must be atomic as item of a list with x-kubernetes-list-type=set',
  ])
  assert.deepEqual(set({ ...TEXT, nullable: true }), [
    'spec.items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is set',
  ])
})

test('the keys of a list are properties of its items that always exist', () => {
  const keyed = (items: JsonSchema, keys: string[]) =>
    specProblems({
      type: 'array',
      items,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': keys,
    })
  const object: JsonSchema = {
    type: 'object',
    properties: { a: TEXT, o: { type: 'object' } },
    required: ['a', 'o'],
  }
  assert.deepEqual(keyed(object, ['a']), [])
  assert.deepEqual(keyed(object, []), [
    'spec.x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map',
  ])
  assert.deepEqual(keyed(TEXT, ['a']), [
    'spec.items.type: Invalid value: "string": must be object if parent array\'s x-kubernetes-list-type is map',
  ])
  assert.deepEqual(keyed(object, ['constructor']), [
    'spec.x-kubernetes-list-map-keys: Invalid value: ["constructor"]: entries must all be names of item properties',
  ])
  assert.deepEqual(keyed(object, ['a', 'a']), [
    'spec.x-kubernetes-list-map-keys: Invalid value: ["a","a"]: must not contain duplicate entries',
  ])
  assert.deepEqual(keyed(object, ['o']), [
    'spec.items.properties[o].type: Invalid value: "object": must be a scalar type if parent array\'s x-kubernetes-list-type is map',
  ])
  const isKey = 'this property is in x-kubernetes-list-map-keys'
  assert.deepEqual(
    keyed({ ...object, required: [], properties: { a: { ...TEXT, nullable: true } } }, ['a']),
    [
      `spec.items.properties[a].default: Required value: ${isKey}, so it must have a default or be a required property`,
      `spec.items.properties[a].nullable: Forbidden: ${isKey}, so it cannot be nullable`,
    ],
  )
})

test('a default is valid, and has no unknown fields', () => {
  assert.deepEqual(specProblems({ type: 'string', default: 1 }), [
    'spec.default: Invalid value: "integer":  in body must be of type string: "integer"',
  ])
  assert.deepEqual(specProblems({ type: 'object', properties: { a: TEXT }, required: ['a'], default: {} }), [
    'spec.default.a: Required value',
  ])
  assert.deepEqual(specProblems({ type: 'object', properties: { a: TEXT }, default: { a: 'x', c: 'y' } }), [
    'spec.default: Invalid value: {"a":"x","c":"y"}: must not have unknown fields',
  ])
  const inner: JsonSchema = { type: 'object', properties: { b: { type: 'integer', minimum: 1, default: 0 } } }
  assert.deepEqual(specProblems({ type: 'array', items: inner }), [
    'spec.items.properties[b].default: Invalid value: 0:  in body should be greater than or equal to 1',
  ])
})

test('a pattern is a regular expression', () => {
  assert.deepEqual(specProblems({ type: 'string', pattern: 'a(' }), [
    'spec.pattern: Invalid value: "a(": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ): `a(`',
  ])
  assert.deepEqual(specProblems({ type: 'string', anyOf: [{ pattern: '(?=x)' }] }), [
    'spec.anyOf[0].pattern: Invalid value: "(?=x)": must be a valid regular expression, but isn\'t: error parsing regexp: invalid or unsupported Perl syntax: `(?=`',
  ])
})

test('with a status subresource, the root allows only common keywords', () => {
  assert.deepEqual(problems(root({ required: ['spec'], properties: { spec: TEXT } }), true), [])
  const [text] = problems(root({ properties: { a: TEXT }, anyOf: [{ required: ['a'] }] }), true)
  assert.match(
    text ?? '',
    /^S: Invalid value: .*: only \[Description Type Format Title .* XValidations\] fields are allowed at the root of the schema if the status subresource is enabled$/,
  )
})

test('a default must satisfy the rules of its schema as written', () => {
  const counted = (fallback: unknown): JsonSchema => ({
    type: 'object',
    properties: { b: { type: 'integer', default: 9 } },
    default: fallback,
    'x-kubernetes-validations': [{ rule: 'self.b > 2 && oldSelf.b == self.b', message: 'too small' }],
  })
  assert.deepEqual(specProblems(counted({ b: 3 })), [])
  assert.deepEqual(specProblems(counted({ b: 1 })), ['spec.default: Invalid value: "object": too small'])
  // Nested defaults are not filled in first.
  assert.deepEqual(specProblems(counted({})), [
    'spec.default: Invalid value: "object": no such key: b evaluating rule: too small',
  ])
  const list: JsonSchema = {
    type: 'array',
    maxItems: 5,
    items: { ...TEXT, maxLength: 5, 'x-kubernetes-validations': [{ rule: "self != 'bad'" }] },
    default: ['good', 'bad'],
  }
  assert.deepEqual(specProblems(list), [
    `spec.default[1]: Invalid value: "string": failed rule: self != 'bad'`,
  ])
})

test('a default of kind or metadata must be valid in an object', () => {
  const embedded = (properties: Record<string, JsonSchema>): JsonSchema => ({
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
    properties,
  })
  const valid = 'must result in valid metadata:'
  assert.deepEqual(specProblems(embedded({ kind: { ...TEXT, default: 'Pod' } })), [])
  const [kind = ''] = specProblems(embedded({ kind: { ...TEXT, default: 'A B' } }))
  assert.ok(
    kind.startsWith(`spec.properties[kind].default: Invalid value: "A B": ${valid} kind: Invalid value`),
    kind,
  )
  const number: JsonSchema = { type: 'integer', default: 5 }
  const metadata: JsonSchema = { type: 'object', properties: { name: number } }
  const [name = ''] = specProblems(embedded({ metadata }))
  assert.ok(name.startsWith(`spec.properties[metadata].properties[name].default: Invalid value: 5: ${valid}`))
  const [shape = ''] = specProblems({
    ...embedded({}),
    default: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 5 } },
  })
  assert.ok(shape.startsWith('spec.default.metadata: Invalid value: {"name":5}: '), shape)
})

test('additionalItems is not allowed, not even false', () => {
  const list = (additionalItems: boolean): JsonSchema => ({ type: 'array', items: TEXT, additionalItems })
  const forbidden = ['spec.additionalItems: Forbidden: additionalItems is not supported']
  assert.deepEqual(specProblems(list(false)), forbidden)
  assert.deepEqual(specProblems(list(true)), forbidden)
})
