import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mergePatch } from './merge-patch.js'

describe('JSON merge patches', () => {
  const rules: [rule: string, target: unknown, patch: unknown, result: unknown][] = [
    ['a member is set', { a: 'b' }, { a: 'c' }, { a: 'c' }],
    ['a new member is added', { a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    ['null takes a member away', { a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    ['null for a missing member changes nothing', { a: 'b' }, { c: null }, { a: 'b' }],
    ['objects merge', { a: { b: 1, c: 2 } }, { a: { b: 3, c: null } }, { a: { b: 3 } }],
    ['a list replaces a list', { a: [1, 2] }, { a: [3] }, { a: [3] }],
    ['a list keeps its nulls', { a: 1 }, { a: [null, { b: null }] }, { a: [null, { b: null }] }],
    ['an object replaces what is none', { a: [1] }, { a: { b: 1 } }, { a: { b: 1 } }],
    ['what is no object replaces one', { a: { b: 1 } }, { a: 1 }, { a: 1 }],
    ['nulls below a new member are dropped', {}, { a: { b: { c: null }, d: 1 } }, { a: { b: {}, d: 1 } }],
    ['nulls in the target stay', { a: null }, { b: 1 }, { a: null, b: 1 }],
    ['an empty patch changes nothing', { a: 1 }, {}, { a: 1 }],
    ['what is no object becomes the result', { a: 1 }, ['x'], ['x']],
    ['a target that is no object is replaced', 'x', { a: 1 }, { a: 1 }],
  ]
  for (const [rule, target, patch, result] of rules) {
    it(rule, () => {
      const before = JSON.stringify([target, patch])
      assert.deepEqual(mergePatch(target, patch), result)
      assert.equal(JSON.stringify([target, patch]), before)
    })
  }
  it('__proto__ and constructor are members like any other', () => {
    const patch = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
    const result = mergePatch({}, patch)
    assert.equal(JSON.stringify(result), JSON.stringify(patch))
    assert.equal(Object.getPrototypeOf(result), Object.prototype)
    assert.equal(
      JSON.stringify(mergePatch(result, JSON.parse('{"__proto__":null}'))).includes('__proto__'),
      false,
    )
    assert.equal(({} as Record<string, unknown>).polluted, undefined)
  })
})
