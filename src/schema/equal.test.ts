import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { interpretedSemanticEqual, semanticEqual } from './equal.js'
import { explicit, list, map, optional, quantity, string, struct, time } from './type.js'

const Thing = struct('Thing', 'A thing.', {
  names: optional(1, list(string), 'Names.'),
  labels: optional(2, map(string), 'Labels.'),
  size: explicit(3, quantity, 'Size.'),
  made: optional(4, time, 'Made.'),
  inner: explicit(5, struct('Inner', 'Inner.', { text: explicit(1, string, 'Text.') }), 'Inner.'),
})

/** With and without generated code, and whichever comes first. */
function same(left: unknown, right: unknown): boolean {
  const equal = semanticEqual(Thing, left, right)
  assert.equal(semanticEqual(Thing, right, left), equal)
  assert.equal(interpretedSemanticEqual(Thing, left, right), equal)
  return equal
}

describe('semantic equality', () => {
  it('an absent list or map equals an empty one', () => {
    assert.ok(same({}, { names: [], labels: {} }))
    assert.ok(same({ names: null }, { names: [] }))
    assert.ok(!same({ names: [''] }, {}))
  })
  it('lists compare in order, maps by key', () => {
    assert.ok(!same({ names: ['a', 'b'] }, { names: ['b', 'a'] }))
    assert.ok(same({ labels: { a: '1', b: '2' } }, { labels: { b: '2', a: '1' } }))
    assert.ok(!same({ labels: { a: '1' } }, { labels: { a: '1', b: '2' } }))
    assert.ok(!same({ labels: { a: '1' } }, { labels: { b: '1' } }))
  })
  it('quantities compare by number', () => {
    assert.ok(same({ size: '1.500' }, { size: '1500m' }))
    assert.ok(!same({ size: '1' }, { size: '2' }))
  })
  it('no time is the same as an absent one', () => {
    assert.ok(same({ made: null }, {}))
    assert.ok(!same({ made: null }, { made: '2001-02-03T04:05:06Z' }))
  })
  it('an absent struct or text is not an empty one', () => {
    assert.ok(!same({ inner: {} }, {}))
    assert.ok(!same({ inner: { text: '' } }, { inner: {} }))
  })
  it('properties that the schema does not have are ignored', () => {
    assert.ok(same({ other: 1 }, { other: 2 }))
  })
})
