import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { startTestServer, type TestServer } from '#testing.js'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const GEARS = '/apis/example.com/v1/namespaces/test/gears'
const NOT_CHECKED =
  '<nil>: Invalid value: "null": some validation rules were not checked because the object was invalid; correct the existing errors to complete validation'

const SPEC = {
  type: 'object',
  required: ['size'],
  properties: {
    size: { type: 'string', enum: ['a', 'b'] },
    count: { type: 'integer', minimum: 1, maximum: 5, multipleOf: 2 },
    code: { type: 'string', minLength: 2, maxLength: 3, pattern: '^a' },
    tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' }, maxItems: 3 },
    parts: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['id'],
      items: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
    },
    map: { type: 'object', maxProperties: 1, minProperties: 1, additionalProperties: { type: 'string' } },
    any: { type: 'integer', anyOf: [{ minimum: 5 }, { maximum: 0 }] },
    one: { type: 'integer', oneOf: [{ minimum: 5 }, { maximum: 10 }] },
    not: { type: 'integer', not: { enum: [3] } },
    all: { type: 'integer', allOf: [{ minimum: 5 }, { maximum: 2 }] },
    time: { type: 'string', format: 'date-time' },
  },
  'x-kubernetes-validations': [
    { rule: "self.size != 'b'", message: 'not b' },
    { rule: 'has(self.count) ? self.count < 4 : true', reason: 'FieldValueForbidden', fieldPath: '.count' },
    { rule: "has(self.code) ? self.code == 'abc' : true", messageExpression: "'is ' + self.code" },
  ],
}

describe('a custom resource that breaks its schema', () => {
  let server: TestServer
  let client: Client
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
    await client.post('/api/v1/namespaces', { metadata: { name: 'test' } })
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec: SPEC } } }
    const made = await client.post(DEFINITIONS, {
      metadata: { name: 'gears.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'gears', kind: 'Gear' },
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    })
    assert.equal(made.status, 201, made.text)
    await server.settled()
  })
  after(() => server.close())

  const rejected: Readonly<Record<string, readonly [spec: Json, ...errors: readonly string[]]>> = {
    'a missing field': [{}, 'spec.size: Required value', NOT_CHECKED],
    'other types': [
      { size: 1, tags: 'a', parts: [1], map: [], time: 'x' },
      'spec.size: Invalid value: "integer": spec.size in body must be of type string: "integer"',
      'spec.size: Unsupported value: 1: supported values: "a", "b"',
      'spec.tags: Invalid value: "string": spec.tags in body must be of type array: "string"',
      'spec.parts[0]: Invalid value: "integer": spec.parts[0] in body must be of type object: "integer"',
      'spec.map: Invalid value: "array": spec.map in body must be of type object: "array"',
      'spec.time: Invalid value: "x": spec.time in body must be of type date-time: "x"',
      'spec.parts[0]: Invalid value: 1: must be an object for an array of list-type map',
      NOT_CHECKED,
    ],
    'values that are too large, and repeated elements': [
      {
        size: 'c',
        count: 7,
        code: 'abcd',
        tags: ['a', 'a', 'b', 'c'],
        parts: [{ id: 'a' }, { id: 'a' }],
        map: { a: '', b: '' },
      },
      'spec.size: Unsupported value: "c": supported values: "a", "b"',
      'spec.count: Invalid value: 7: spec.count in body should be a multiple of 2',
      'spec.count: Invalid value: 7: spec.count in body should be less than or equal to 5',
      'spec.code: Too long: may not be more than 3 bytes',
      'spec.tags: Too many: 4: must have at most 3 items',
      'spec.map: Too many: 2: must have at most 1 items',
      'spec.tags[1]: Duplicate value: "a"',
      'spec.parts[1]: Duplicate value: {"id":"a"}',
      NOT_CHECKED,
    ],
    'values that are too small': [
      { size: 'a', count: 0, code: 'b', map: {} },
      'spec.count: Invalid value: 0: spec.count in body should be greater than or equal to 1',
      'spec.code: Invalid value: "b": spec.code in body should be at least 2 chars long',
      'spec.map: Invalid value: 0: spec.map in body should have at least 1 properties',
      'spec: Invalid value: "object": is b',
    ],
    'combined schemas': [
      { size: 'a', any: 1, one: 7, not: 3, all: 3 },
      '<nil>: Invalid value: "": "spec.any" must validate at least one schema (anyOf)',
      'spec.any: Invalid value: 1: spec.any in body should be greater than or equal to 5',
      '<nil>: Invalid value: "": "spec.one" must validate one and only one schema (oneOf). Found 2 valid alternatives',
      '<nil>: Invalid value: "": "spec.not" must not validate the schema (not)',
      'spec.all: Invalid value: 3: spec.all in body should be greater than or equal to 5',
      'spec.all: Invalid value: 3: spec.all in body should be less than or equal to 2',
      '<nil>: Invalid value: "": "spec.all" must validate all the schemas (allOf). None validated',
    ],
    'rules in CEL': [
      { size: 'b', count: 4, code: 'ab' },
      'spec: Invalid value: "object": not b',
      'spec.count: Forbidden: failed rule: has(self.count) ? self.count < 4 : true',
      'spec: Invalid value: "object": is ab',
    ],
  }
  for (const [what, [spec, ...errors]] of Object.entries(rejected)) {
    it(`is rejected for ${what}, with the errors of Kubernetes in their order`, async () => {
      const { status, body } = await client.post(GEARS, {
        apiVersion: 'example.com/v1',
        kind: 'Gear',
        metadata: { name: 'a' },
        spec,
      })
      assert.equal(status, 422)
      assert.deepEqual(
        body.details.causes.map(({ field, message }: Json) => `${field}: ${message}`),
        errors,
      )
    })
  }
})
