import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Schema, structuralSchema } from './structural-schema.js'

const object = (properties: Schema, more: Schema = {}): Schema => ({ type: 'object', properties, ...more })
const become = (given: Schema, expected: Schema) => assert.deepEqual(structuralSchema(given), expected)
const OPEN = { 'x-kubernetes-preserve-unknown-fields': true }

describe('the structural schema of a JSON Schema', () => {
  it('is the schema itself if it is structural', () => {
    const schema = object(
      {
        name: { type: 'string', minLength: 1, pattern: '^a', default: 'a', description: 'A name.' },
        tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        counts: { type: 'object', additionalProperties: { type: 'integer', format: 'int32' } },
      },
      { required: ['name'], 'x-kubernetes-validations': [{ rule: 'true' }] },
    )
    become(schema, schema)
  })

  it('omits annotations and what definitions do anyway', () => {
    become(
      {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: 'a',
        ...object({ a: { type: 'string', examples: ['x'], readOnly: true } }),
        additionalProperties: false,
      },
      object({ a: { type: 'string' } }),
    )
  })

  it('has constants and enums as values of one type', () => {
    become({ const: 'a' }, { type: 'string', enum: ['a'] })
    become({ enum: [1, 2] }, { type: 'integer', enum: [1, 2] })
    become({ anyOf: [{ const: 'a' }, { enum: ['b', 'c'] }] }, { type: 'string', enum: ['a', 'b', 'c'] })
  })

  it('has nullable for null', () => {
    const text = { type: 'string', nullable: true }
    become({ type: ['string', 'null'] }, text)
    become({ anyOf: [{ type: 'string' }, { type: 'null' }] }, text)
    become({ enum: ['a', null] }, { type: 'string', enum: ['a'], nullable: true })
  })

  it('has flags for exclusive bounds', () => {
    become(
      { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
      { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true },
    )
  })

  it('preserves unknown properties only where the schema allows them', () => {
    become({}, OPEN)
    become(object({ a: true as unknown as Schema }), object({ a: OPEN }))
    become({ type: 'object' }, { type: 'object', ...OPEN })
    become({ type: 'object', additionalProperties: false }, { type: 'object' })
    become(
      { type: 'object', patternProperties: { '^.*$': { type: 'number' } } },
      { type: 'object', additionalProperties: { type: 'number' } },
    )
  })

  it('inlines references and merges allOf', () => {
    become(
      {
        ...object({ a: { $ref: '#/$defs/Name', description: 'Its name.' } }),
        $defs: { Name: { type: 'string' } },
      },
      object({ a: { type: 'string', description: 'Its name.' } }),
    )
    become(
      {
        allOf: [
          object({ a: { type: 'string' } }, { required: ['a'] }),
          object({ a: { type: 'string', minLength: 1 }, b: { type: 'string' } }, { required: ['b'] }),
        ],
      },
      object({ a: { type: 'string', minLength: 1 }, b: { type: 'string' } }, { required: ['a', 'b'] }),
    )
  })

  it('supports an integer or string, and strings of several formats', () => {
    become({ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { 'x-kubernetes-int-or-string': true })
    become(
      {
        anyOf: [
          { type: 'string', format: 'ipv4' },
          { type: 'string', format: 'ipv6' },
        ],
      },
      { type: 'string', anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
    )
  })

  it('merges the properties of alternatives, with the requirements of each', () => {
    const file = object({ type: { const: 'file' }, path: { type: 'string' } }, { required: ['type', 'path'] })
    const none = object({ type: { const: 'none' } }, { required: ['type'] })
    become(
      { oneOf: [file, none] },
      object(
        { type: { type: 'string', enum: ['file', 'none'] }, path: { type: 'string' } },
        {
          required: ['type'],
          oneOf: [
            { required: ['path'], properties: { type: { enum: ['file'] } } },
            { properties: { type: { enum: ['none'] } } },
          ],
        },
      ),
    )
  })

  it('is rejected with the path if it cannot be structural', () => {
    const refuses = (schema: Schema, message: string) =>
      assert.throws(() => structuralSchema(object({ a: object({ b: schema }) })), {
        name: 'KindError',
        message,
      })
    refuses({ not: {} }, 'a.b: structural schemas do not support not')
    refuses({ type: 'array', prefixItems: [] }, 'a.b: structural schemas do not support prefixItems')
    refuses(
      { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
      'a.b: a structural schema cannot allow one of string, boolean',
    )
    refuses({ type: ['string', 'boolean'] }, 'a.b: a structural schema cannot allow one of string, boolean')
    refuses(
      { type: 'object', patternProperties: { '^x': {} } },
      'a.b: structural schemas do not support patternProperties',
    )
    refuses({ $ref: '#' }, 'a.b.a.b: # contains itself, which structural schemas do not support')
    refuses({ $ref: 'other.json' }, 'a.b: there is no other.json')
    refuses(
      { allOf: [{ type: 'string' }, { type: 'integer' }] },
      'a.b: no value is of both types string and integer',
    )
  })
})
