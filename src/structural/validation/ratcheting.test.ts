import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonSchema, JsonSchemas } from '#structural/json-schema.js'
import { metadataRules, schemaOf, texts, validateObject } from '#structural/schema.fixture.js'

function problems(properties: JsonSchemas, old: unknown, spec: unknown): string[] {
  return texts(validateObject(schemaOf(properties), { spec }, { spec: old }, metadataRules))
}

const SHORT: JsonSchema = { type: 'string', maxLength: 2 }

test('an unchanged value that the schema no longer allows is accepted', () => {
  const properties: JsonSchemas = { a: SHORT, b: { type: 'string' } }
  const old = { a: 'long', b: '1' }
  assert.deepEqual(problems(properties, old, { a: 'long', b: '2' }), [])
  assert.deepEqual(problems(properties, old, { a: 'other', b: '1' }), [
    'spec.a: Too long: may not be more than 2 bytes',
  ])
  assert.deepEqual(problems(properties, { b: '1' }, { a: 'long', b: '1' }), [
    'spec.a: Too long: may not be more than 2 bytes',
  ])
})

test('a property that became required may be missing in an unchanged object', () => {
  const properties: JsonSchemas = {
    o: { type: 'object', properties: { x: { type: 'string' }, y: { type: 'string' } }, required: ['y'] },
    b: { type: 'string' },
  }
  assert.deepEqual(problems(properties, { o: { x: '1' }, b: '1' }, { o: { x: '1' }, b: '2' }), [])
  assert.deepEqual(problems(properties, { o: { x: '1' } }, { o: { x: '2' } }), ['spec.o.y: Required value'])
})

test('unchanged items with keys are accepted, in any order', () => {
  const m: JsonSchema = {
    type: 'array',
    items: { type: 'object', properties: { k: { type: 'string' }, v: SHORT }, required: ['k'] },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
  }
  const old = [
    { k: 'a', v: 'long' },
    { k: 'b', v: 'x' },
  ]
  const moved = [
    { k: 'b', v: 'y' },
    { k: 'a', v: 'long' },
  ]
  assert.deepEqual(problems({ m }, { m: old }, { m: moved }), [])
  assert.deepEqual(problems({ m }, { m: old }, { m: [{ k: 'c', v: 'long' }] }), [
    'spec.m[0].v: Too long: may not be more than 2 bytes',
  ])
})

test('items of other lists are accepted only in an unchanged list', () => {
  for (const listType of [undefined, 'atomic', 'set']) {
    const properties: JsonSchemas = {
      l: { type: 'array', items: SHORT, 'x-kubernetes-list-type': listType },
      n: { type: 'integer' },
    }
    const old = { l: ['long', 'x'], n: 1 }
    assert.deepEqual(problems(properties, old, { l: ['long', 'x'], n: 2 }), [])
    assert.deepEqual(problems(properties, old, { l: ['long', 'y'], n: 1 }), [
      'spec.l[0]: Too long: may not be more than 2 bytes',
    ])
  }
})

test('combinators ratchet, too', () => {
  const properties: JsonSchemas = {
    a: { type: 'string', anyOf: [{ maxLength: 2 }, { pattern: '^x' }] },
    b: SHORT,
  }
  assert.deepEqual(problems(properties, { a: 'long', b: '1' }, { a: 'long', b: '2' }), [])
  assert.notDeepEqual(problems(properties, { a: 'long' }, { a: 'longer' }), [])
})

test('a list may keep a duplicate item', () => {
  const s: JsonSchema = { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' }
  assert.deepEqual(problems({ s }, { s: ['a', 'a'] }, { s: ['a', 'a', 'b'] }), [])
  assert.deepEqual(problems({ s }, { s: ['a'] }, { s: ['a', 'a'] }), ['spec.s[1]: Duplicate value: "a"'])
})
