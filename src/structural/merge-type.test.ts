import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare } from '#apply/compare.js'
import { extractFields } from '#apply/extract.js'
import { merge } from '#apply/merge.js'
import { compileSchema } from './compile.js'
import type { JsonSchema } from './json-schema.js'
import { structuralMergeType } from './merge-type.js'

const TEXT: JsonSchema = { type: 'string' }
const spec: JsonSchema = {
  type: 'object',
  properties: {
    a: TEXT,
    o: { type: 'object', properties: { x: TEXT, y: TEXT } },
    atomic: { type: 'object', properties: { x: TEXT }, 'x-kubernetes-map-type': 'atomic' },
    m: { type: 'object', additionalProperties: TEXT },
    l: { type: 'array', items: TEXT },
    s: { type: 'array', items: TEXT, 'x-kubernetes-list-type': 'set' },
    n: { type: 'array', items: { type: 'integer' }, 'x-kubernetes-list-type': 'set' },
    items: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name', 'port'],
      items: {
        type: 'object',
        properties: { name: TEXT, port: { type: 'integer', default: 80 }, v: TEXT },
        required: ['name'],
      },
    },
    open: { type: 'object', properties: { known: TEXT }, 'x-kubernetes-preserve-unknown-fields': true },
    any: { 'x-kubernetes-preserve-unknown-fields': true },
    template: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      properties: { spec: { type: 'object' } },
    },
  },
}
const shape = structuralMergeType(compileSchema({ type: 'object', properties: { spec } }))
const fields = (value: unknown) => extractFields(shape, { spec: value })?.['f:spec']

test('properties and map keys have an owner each', () => {
  assert.deepEqual(fields({ a: '1', o: { x: '1' }, m: { k: 'v' } }), {
    'f:a': {},
    'f:o': { 'f:x': {} },
    'f:m': { 'f:k': {} },
  })
})

test('lists and atomic objects have one owner', () => {
  assert.deepEqual(fields({ l: ['p'], atomic: { x: '1' } }), { 'f:l': {}, 'f:atomic': {} })
})

test('items of sets and of lists with keys have an owner each', () => {
  assert.deepEqual(fields({ s: ['p'], n: [9007199254740993n] }), {
    'f:s': { 'v:"p"': {} },
    'f:n': { 'v:9007199254740993': {} },
  })
  assert.deepEqual(fields({ items: [{ name: 'a', v: '1' }] }), {
    'f:items': { 'k:{"name":"a","port":80}': { '.': {}, 'f:name': {}, 'f:v': {} } },
  })
})

test('unknown fields are owned where they are preserved', () => {
  assert.deepEqual(fields({ unknown: 1 }), undefined)
  assert.deepEqual(fields({ open: { known: '1', more: { deep: [1], none: null } } }), {
    'f:open': { 'f:known': {}, 'f:more': { '.': {}, 'f:deep': {}, 'f:none': {} } },
  })
  assert.deepEqual(fields({ any: [1, 2] }), { 'f:any': {} })
  assert.deepEqual(fields({ any: { k: 1 } }), { 'f:any': { 'f:k': {} } })
})

test('values without a schema are merged by property while they are objects', () => {
  const merged = merge(shape, { spec: { any: { a: 1, b: 1 } } }, { spec: { any: { b: 2 } } })
  assert.deepEqual(merged, { spec: { any: { a: 1, b: 2 } } })
  assert.deepEqual(merge(shape, { spec: { any: { a: 1 } } }, { spec: { any: 'text' } }), {
    spec: { any: 'text' },
  })
  const { changed, removed } = compare(shape, { spec: { any: { a: 1 } } }, { spec: { any: { b: 1 } } }) ?? {}
  assert.deepEqual(changed, { 'f:spec': { 'f:any': { 'f:b': {} } } })
  assert.deepEqual(removed, { 'f:spec': { 'f:any': { 'f:a': {} } } })
})

test('metadata of objects and of embedded ones has its own merge type', () => {
  assert.deepEqual(extractFields(shape, { metadata: { labels: { a: 'b' } } }), {
    'f:metadata': { 'f:labels': { 'f:a': {} } },
  })
  assert.deepEqual(fields({ template: { kind: 'X', metadata: { labels: { a: 'b' } } } }), {
    'f:template': { 'f:kind': {}, 'f:metadata': { 'f:labels': { 'f:a': {} } } },
  })
})
