import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Schema, structuralSchema } from './structural-schema.js'

const object = (properties: Schema, more: Schema = {}): Schema => ({ type: 'object', properties, ...more })
const become = (given: Schema, expected: Schema) => assert.deepEqual(structuralSchema(given), expected)
const OPEN = { 'x-kubernetes-preserve-unknown-fields': true }

describe('the structural form of a JSON Schema', () => {
  it('is the schema itself where definitions say the same', () => {
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

  it('leaves out what only speaks to people, and what definitions do anyway', () => {
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

  it('has constants and enumerations as values of one type', () => {
    become({ const: 'a' }, { type: 'string', enum: ['a'] })
    become({ enum: [1, 2] }, { type: 'integer', enum: [1, 2] })
    become({ anyOf: [{ const: 'a' }, { enum: ['b', 'c'] }] }, { type: 'string', enum: ['a', 'b', 'c'] })
  })

  it('says with a flag that null is allowed', () => {
    const text = { type: 'string', nullable: true }
    become({ type: ['string', 'null'] }, text)
    become({ anyOf: [{ type: 'string' }, { type: 'null' }] }, text)
    become({ enum: ['a', null] }, { type: 'string', enum: ['a'], nullable: true })
  })

  it('says with a flag that a bound is excluded', () => {
    become(
      { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
      { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true },
    )
  })

  it('keeps members that are not described only where the schema leaves them open', () => {
    become({}, OPEN)
    become(object({ a: true as unknown as Schema }), object({ a: OPEN }))
    become({ type: 'object' }, { type: 'object', ...OPEN })
    become({ type: 'object', additionalProperties: false }, { type: 'object' })
    become(
      { type: 'object', patternProperties: { '^.*$': { type: 'number' } } },
      { type: 'object', additionalProperties: { type: 'number' } },
    )
  })

  it('puts in what is referred to, and joins what is said in parts', () => {
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

  it('knows a number or a text, and texts of several forms', () => {
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

  it('has the members of all objects that a value may be, and what each asks for', () => {
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

  it('is refused, with the place, where definitions have no words', () => {
    const refuses = (schema: Schema, message: string) =>
      assert.throws(() => structuralSchema(object({ a: object({ b: schema }) })), {
        name: 'KindError',
        message,
      })
    refuses({ not: {} }, 'a.b: definitions cannot say not')
    refuses({ type: 'array', prefixItems: [] }, 'a.b: definitions cannot say prefixItems')
    refuses(
      { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
      'a.b: definitions cannot say that a value is one of string, boolean',
    )
    refuses(
      { type: ['string', 'boolean'] },
      'a.b: definitions cannot say that a value is one of string, boolean',
    )
    refuses(
      { type: 'object', patternProperties: { '^x': {} } },
      'a.b: definitions cannot say patternProperties',
    )
    refuses({ $ref: '#' }, 'a.b.a.b: # contains itself, which definitions cannot')
    refuses({ $ref: 'other.json' }, 'a.b: there is no other.json')
    refuses(
      { allOf: [{ type: 'string' }, { type: 'integer' }] },
      'a.b: no value is both of type string and of type integer',
    )
  })
})
