import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonSchema } from './json-schema.js'
import { prune, UnknownFields } from './prune.js'
import { schemaOf } from './schema.fixture.js'

const TEXT: JsonSchema = { type: 'string' }
const schema = schemaOf({
  a: TEXT,
  o: { type: 'object', properties: { x: TEXT } },
  l: { type: 'array', items: { type: 'object', properties: { y: TEXT } } },
  m: { type: 'object', additionalProperties: { type: 'object', properties: { z: TEXT } } },
  any: { type: 'object', additionalProperties: true },
  none: { type: 'object', additionalProperties: false },
  open: {
    type: 'object',
    properties: { inner: { type: 'object', properties: { y: TEXT } } },
    'x-kubernetes-preserve-unknown-fields': true,
  },
  free: { 'x-kubernetes-preserve-unknown-fields': true },
  list: {
    type: 'array',
    items: { type: 'object', properties: { k: { type: 'object' } } },
    'x-kubernetes-preserve-unknown-fields': true,
  },
  e: {
    type: 'object',
    properties: { spec: { type: 'object', properties: { a: TEXT } } },
    'x-kubernetes-embedded-resource': true,
  },
})

function pruned(spec: Record<string, unknown>): unknown {
  const object = { spec }
  prune(schema, object)
  return object.spec
}

test('unknown fields are removed', () => {
  assert.deepEqual(pruned({ a: '1', b: 2, o: { x: '3', w: 4 }, l: [{ y: '5', v: 6 }] }), {
    a: '1',
    o: { x: '3' },
    l: [{ y: '5' }],
  })
})

test('map keys stay', () => {
  assert.deepEqual(pruned({ m: { k: { z: '7', u: 8 } } }), { m: { k: { z: '7' } } })
  assert.deepEqual(pruned({ any: { x: { y: [1] }, n: 1, l: [{ a: 1 }, 2] } }), {
    any: { x: {}, n: 1, l: [{}, 2] },
  })
  assert.deepEqual(pruned({ none: { x: 1 } }), { none: { x: 1 } })
})

test('where unknown fields are preserved, known ones are still pruned', () => {
  assert.deepEqual(pruned({ open: { z: { deep: [1] }, inner: { y: '2', lost: 3 } } }), {
    open: { z: { deep: [1] }, inner: { y: '2' } },
  })
  assert.deepEqual(pruned({ free: [1, { q: null }] }), { free: [1, { q: null }] })
  assert.deepEqual(pruned({ list: [{ k: { lost: 1 }, kept: 2 }] }), { list: [{ k: {}, kept: 2 }] })
})

test('apiVersion, kind and metadata of objects and embedded ones stay', () => {
  const object = { apiVersion: 'v1', kind: 'X', metadata: { name: 'a' }, more: 1, spec: {} }
  prune(schema, object)
  assert.deepEqual(Object.keys(object), ['apiVersion', 'kind', 'metadata', 'spec'])
  const embedded = { apiVersion: 'v1', kind: 'Y', metadata: { name: 'b' } }
  assert.deepEqual(pruned({ e: { ...embedded, spec: { a: '1', b: 2 }, more: 1 } }), {
    e: { ...embedded, spec: { a: '1' } },
  })
})

test('names of prototype properties are not special', () => {
  const object = JSON.parse(
    '{"spec":{"__proto__":{"x":1},"constructor":1,"m":{"__proto__":{"z":"1","u":2}}}}',
  )
  prune(schema, object)
  assert.equal(JSON.stringify(object), '{"spec":{"m":{"__proto__":{"z":"1"}}}}')
})

test('the paths of removed fields are sorted', () => {
  const unknown = new UnknownFields()
  const spec = { o: { x: '3', w: 4 }, b: 2, l: [{ v: 6 }], m: { k: { u: 8 } }, any: { x: { y: 1 } } }
  prune(schema, { status: { r: 1 }, extra: 1, spec }, unknown)
  assert.deepEqual(unknown.paths, [
    'extra',
    'spec.any.x.y',
    'spec.b',
    'spec.l[0].v',
    'spec.m.k.u',
    'spec.o.w',
    'status',
  ])
})

test('the number of reported paths is limited', () => {
  const unknown = new UnknownFields(3)
  const spec = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`x${index}`, index]))
  prune(schema, { spec }, unknown)
  assert.equal(unknown.paths.length, 3)
  assert.deepEqual(spec, {})
})
