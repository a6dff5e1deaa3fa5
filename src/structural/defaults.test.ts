import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '#meta/api-error.js'
import { applyDefaults } from './defaults.js'
import type { JsonSchemas } from './json-schema.js'
import { schemaOf } from './schema.fixture.js'

const properties: JsonSchemas = {
  a: { type: 'string', default: 'x' },
  n: { type: 'integer', default: 0 },
  b: { type: 'boolean', default: false },
  o: { type: 'object', properties: { c: { type: 'string', default: 'deep' } } },
  p: {
    type: 'object',
    properties: { d: { type: 'integer', default: 7 }, e: { type: 'string' } },
    default: {},
  },
  q: { type: 'object', properties: { f: { type: 'string' } }, default: { f: 'given' } },
  l: { type: 'array', items: { type: 'object', properties: { g: { type: 'string', default: 'item' } } } },
  m: {
    type: 'object',
    additionalProperties: { type: 'object', properties: { h: { type: 'string', default: 'value' } } },
  },
  k: { type: 'array', items: { type: 'string' }, default: ['one', 'two'] },
}

function filled(spec: unknown, members = properties): unknown {
  const object = { spec }
  applyDefaults(schemaOf(members), object)
  return object.spec
}

test('defaults are filled in where their parents exist', () => {
  assert.deepEqual(filled({}), {
    ...{ a: 'x', n: 0, b: false, p: { d: 7 }, q: { f: 'given' }, k: ['one', 'two'] },
  })
  assert.deepEqual(
    filled({ a: '', n: 5, b: true, o: {}, p: { e: 'y' }, q: {}, l: [{}, { g: 'z' }], m: { i: {} }, k: [] }),
    {
      a: '',
      n: 5,
      b: true,
      o: { c: 'deep' },
      p: { d: 7, e: 'y' },
      q: {},
      l: [{ g: 'item' }, { g: 'z' }],
      m: { i: { h: 'value' } },
      k: [],
    },
  )
  assert.deepEqual(filled('text'), 'text')
})

test('objects do not share default values', () => {
  const schema = schemaOf(properties)
  const [first, second] = [{ spec: {} }, { spec: {} }] as { spec: { k?: string[] } }[]
  applyDefaults(schema, first as object as Record<string, unknown>)
  first?.spec.k?.push('three')
  applyDefaults(schema, second as object as Record<string, unknown>)
  assert.deepEqual(second?.spec.k, ['one', 'two'])
})

test('a null that is not allowed gets the default', () => {
  const members: JsonSchemas = {
    a: { type: 'string' },
    b: { type: 'string', nullable: true },
    c: { type: 'string', default: 'x' },
    d: { type: 'string', nullable: true, default: 'y' },
    l: { type: 'array', items: { type: 'string' } },
    i: { type: 'array', items: { type: 'string', default: 'z' } },
    m: { type: 'object', additionalProperties: { type: 'string' } },
    open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  }
  const spec = { a: null, b: null, c: null, d: null, l: [null], i: [null], m: { k: null }, open: { x: null } }
  assert.deepEqual(filled(spec, members), {
    b: null,
    c: 'x',
    d: null,
    l: [null],
    i: ['z'],
    m: {},
    open: { x: null },
  })
})

test('an object that would become very large is refused', () => {
  const large = Array.from({ length: 100 }, (_, index) => ({ index }))
  const members: JsonSchemas = {
    l: {
      type: 'array',
      items: {
        type: 'object',
        properties: { x: { type: 'array', items: { type: 'object' }, default: large } },
      },
    },
  }
  const items = Array.from({ length: 100_000 }, () => ({}))
  assert.throws(
    () => filled({ l: items }, members),
    (error) => error instanceof ApiError && error.code === 413,
  )
})
