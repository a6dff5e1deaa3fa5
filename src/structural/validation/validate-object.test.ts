import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonSchema, JsonSchemas } from '#structural/json-schema.js'
import { metadataRules, schemaOf, texts, validateObject } from '#structural/schema.fixture.js'

function problems(properties: JsonSchemas, spec: unknown, more: Omit<JsonSchema, 'type'> = {}): string[] {
  return texts(validateObject(schemaOf(properties, more), { spec }, undefined, metadataRules))
}

test('values must have their types', () => {
  const properties: JsonSchemas = {
    s: { type: 'string' },
    i: { type: 'integer' },
    n: { type: 'number' },
    b: { type: 'boolean' },
    o: { type: 'object' },
    l: { type: 'array', items: { type: 'string' } },
    p: { 'x-kubernetes-int-or-string': true },
    u: { type: 'string', nullable: true },
    x: { 'x-kubernetes-preserve-unknown-fields': true },
  }
  const fine = { s: '', i: 1, n: 1.5, b: false, o: {}, l: ['a'], p: '10%', u: null, x: [{}] }
  assert.deepEqual(problems(properties, fine), [])
  assert.deepEqual(problems(properties, { ...fine, i: 2n ** 60n, n: 3, p: 5 }), [])
  const wrong = (member: string, expected: string, actual: string) =>
    `spec.${member}: Invalid value: "${actual}": spec.${member} in body must be of type ${expected}: "${actual}"`
  assert.deepEqual(problems(properties, { s: 1, i: 'x', n: true, b: {}, o: [], l: 'a', p: 1.5, u: 2 }), [
    wrong('s', 'string', 'integer'),
    wrong('i', 'integer', 'string'),
    wrong('n', 'number', 'boolean'),
    wrong('b', 'boolean', 'object'),
    wrong('o', 'object', 'array'),
    wrong('l', 'array', 'string'),
    wrong('p', 'integer,string', 'number'),
    wrong('u', 'string', 'integer'),
  ])
  assert.deepEqual(problems(properties, { i: 1.5, l: [null], p: null }), [
    wrong('i', 'integer', 'number'),
    wrong('l[0]', 'string', 'null'),
    wrong('p', 'integer,string', 'null'),
  ])
})

test('strings have lengths in characters, patterns and formats', () => {
  const s: JsonSchema = { type: 'string', minLength: 2, maxLength: 3, pattern: '^[^q]+$' }
  assert.deepEqual(problems({ s }, { s: '😀😀😀' }), [])
  assert.deepEqual(problems({ s }, { s: 'wxyz' }), ['spec.s: Too long: may not be more than 3 bytes'])
  assert.deepEqual(problems({ s }, { s: 'é' }), [
    'spec.s: Invalid value: "é": spec.s in body should be at least 2 chars long',
  ])
  assert.deepEqual(problems({ s }, { s: 'qq' }), [
    'spec.s: Invalid value: "qq": spec.s in body should match \'^[^q]+$\'',
  ])
  const day: JsonSchema = { type: 'string', format: 'date' }
  assert.deepEqual(problems({ day }, { day: '2020-13-01' }), [
    'spec.day: Invalid value: "2020-13-01": spec.day in body must be of type date: "2020-13-01"',
  ])
  assert.deepEqual(problems({ day }, { day: 5 }), [
    'spec.day: Invalid value: "int64": spec.day in body must be of type date: "int64"',
  ])
  assert.deepEqual(problems({ n: { type: 'integer', format: 'int32' } }, { n: 2147483648 }), [])
})

test('a string that is too long for its pattern does not match', () => {
  const s: JsonSchema = { type: 'string', pattern: '^[a-z]{1,1000}$' }
  assert.equal(problems({ s }, { s: 'a'.repeat(200_000) }).length, 1)
})

test('numbers have bounds', () => {
  const a: JsonSchema = { type: 'integer', minimum: 5, maximum: 9, multipleOf: 2 }
  assert.deepEqual(problems({ a }, { a: 6 }), [])
  assert.deepEqual(problems({ a }, { a: 1 }), [
    'spec.a: Invalid value: 1: spec.a in body should be a multiple of 2',
    'spec.a: Invalid value: 1: spec.a in body should be greater than or equal to 5',
  ])
  assert.deepEqual(problems({ a }, { a: 9007199254740994n }), [
    'spec.a: Invalid value: 9007199254740994: spec.a in body should be less than or equal to 9',
  ])
  const b: JsonSchema = {
    type: 'number',
    minimum: 1,
    exclusiveMinimum: true,
    maximum: 3,
    exclusiveMaximum: true,
  }
  assert.deepEqual(problems({ b }, { b: 1 }), [
    'spec.b: Invalid value: 1: spec.b in body should be greater than 1',
  ])
  assert.deepEqual(problems({ b }, { b: 3 }), [
    'spec.b: Invalid value: 3: spec.b in body should be less than 3',
  ])
  const d: JsonSchema = { type: 'number', multipleOf: 0.1 }
  assert.deepEqual(problems({ d }, { d: 0.7 }), [])
  assert.deepEqual(problems({ d }, { d: 0.25 }), [
    'spec.d: Invalid value: 0.25: spec.d in body should be a multiple of 0.1',
  ])
})

test('values must be in their enumerations', () => {
  const properties: JsonSchemas = {
    s: { type: 'string', enum: ['a', 'b'] },
    i: { type: 'integer', enum: [1, 2] },
    o: { type: 'object', properties: { x: { type: 'integer' } }, enum: [{ x: 1 }] },
  }
  assert.deepEqual(problems(properties, { s: 'b', i: 2, o: { x: 1 } }), [])
  assert.deepEqual(problems(properties, { s: '', i: 3, o: {} }), [
    'spec.s: Unsupported value: "": supported values: "a", "b"',
    'spec.i: Unsupported value: 3: supported values: "1", "2"',
    'spec.o: Unsupported value: {}: supported values: "{\\"x\\":1}"',
  ])
})

test('lists and objects have sizes, members and keys', () => {
  const r: JsonSchema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }
  const properties: JsonSchemas = {
    l: { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 2 },
    m: { type: 'object', additionalProperties: { type: 'string' }, minProperties: 1, maxProperties: 2 },
    r,
    none: { type: 'object', additionalProperties: false },
  }
  assert.deepEqual(problems(properties, { l: [], m: {}, r: {}, none: { x: 1 } }), [
    'spec.l: Invalid value: 0: spec.l in body should have at least 1 items',
    'spec.m: Invalid value: 0: spec.m in body should have at least 1 properties',
    'spec.r.a: Required value',
    'spec.none: Invalid value: "x": spec.none.x in body is a forbidden property',
  ])
  assert.deepEqual(problems(properties, { l: [1, 2, 3], m: { a: '', b: '', c: '' } }), [
    'spec.l: Too many: 3: must have at most 2 items',
    'spec.m: Too many: 3: must have at most 2 items',
  ])
  assert.deepEqual(problems({ m: { type: 'object', additionalProperties: r } }, { m: { 'x.y/z': {} } }), [
    'spec.m.x.y/z.a: Required value',
  ])
})

test('errors of combinators include those of the nearest alternative', () => {
  const a: JsonSchema = { type: 'integer', allOf: [{ minimum: 2 }, { maximum: 4 }] }
  assert.deepEqual(problems({ a }, { a: 5 }), [
    'spec.a: Invalid value: 5: spec.a in body should be less than or equal to 4',
    '<nil>: Invalid value: "": "spec.a" must validate all the schemas (allOf)',
  ])
  const b: JsonSchema = { type: 'string', anyOf: [{ pattern: '^x' }, { pattern: 'y$' }] }
  assert.deepEqual(problems({ b }, { b: 'q' }), [
    '<nil>: Invalid value: "": "spec.b" must validate at least one schema (anyOf)',
    'spec.b: Invalid value: "q": spec.b in body should match \'^x\'',
  ])
  const c: JsonSchema = { type: 'string', oneOf: [{ pattern: '^x' }, { pattern: 'y$' }] }
  assert.deepEqual(problems({ c }, { c: 'q' }), [
    '<nil>: Invalid value: "": "spec.c" must validate one and only one schema (oneOf). Found none valid',
    'spec.c: Invalid value: "q": spec.c in body should match \'^x\'',
  ])
  assert.deepEqual(problems({ c }, { c: 'xy' }), [
    '<nil>: Invalid value: "": "spec.c" must validate one and only one schema (oneOf). Found 2 valid alternatives',
  ])
  assert.deepEqual(problems({ d: { type: 'string', not: { enum: ['no'] } } }, { d: 'no' }), [
    '<nil>: Invalid value: "": "spec.d" must not validate the schema (not)',
  ])
  const one = { a: { type: 'string' }, b: { type: 'string' } }
  const oneOf = [{ required: ['a'] }, { required: ['b'] }]
  assert.deepEqual(problems(one, { a: '1' }, { oneOf }), [])
  assert.deepEqual(problems(one, {}, { oneOf }), [
    '<nil>: Invalid value: "": "spec" must validate one and only one schema (oneOf). Found none valid',
    'spec.a: Required value',
  ])
})

test('sets and lists with keys have no duplicates', () => {
  const properties: JsonSchemas = {
    s: { type: 'array', items: { type: 'integer' }, 'x-kubernetes-list-type': 'set' },
    k: {
      type: 'array',
      items: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['a', 'b'],
    },
  }
  assert.deepEqual(problems(properties, { s: [1, 2], k: [{ a: '1' }, { a: '1', b: '1' }] }), [])
  assert.deepEqual(
    problems(properties, {
      s: [1, 2, 1, 2, 1],
      k: [
        { b: '1', a: '1' },
        { a: '1', b: '1' },
      ],
    }),
    [
      'spec.s[2]: Duplicate value: 1',
      'spec.s[3]: Duplicate value: 2',
      'spec.k[1]: Duplicate value: {"a":"1","b":"1"}',
    ],
  )
})

test('an embedded object needs kind, apiVersion and valid metadata', () => {
  const f: JsonSchema = {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  }
  assert.deepEqual(problems({ f }, { f: { apiVersion: 'v1', kind: 'X' } }), [])
  assert.deepEqual(problems({ f }, { f: {} }), [
    'spec.f.apiVersion: Required value: must not be empty',
    'spec.f.kind: Required value: must not be empty',
  ])
  const [version, kind, name] = problems(
    { f },
    { f: { apiVersion: 'a/b/c', kind: 'no good', metadata: { name: 'a/b' } } },
  )
  assert.equal(version, 'spec.f.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c')
  assert.match(
    kind ?? '',
    /^spec\.f\.kind: Invalid value: "no good": may have mixed case, but should otherwise match: /,
  )
  assert.equal(name, 'spec.f.metadata.name: Invalid value: "a/b": may not contain \'/\'')
  const items: JsonSchema = { type: 'array', items: f }
  assert.deepEqual(problems({ items }, { items: [{ kind: 'X' }] }), [
    'spec.items[0].apiVersion: Required value: must not be empty',
  ])
})

test('the number of reported errors is limited', () => {
  const l: JsonSchema = { type: 'array', items: { type: 'string' } }
  assert.equal(problems({ l }, { l: Array.from({ length: 100_000 }, () => 1) }).length, 101)
})
