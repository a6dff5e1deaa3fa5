import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mergePatch } from '#patch/merge-patch.js'
import { contains, threeWayMerge } from './three-way-merge.js'

describe('an object that contains the desired one', () => {
  it('may have more fields on every level, but not longer lists', () => {
    const live = { a: 1, b: { c: [{ name: 'x', image: 'i', extra: true }], d: 2 }, e: [1] }
    assert.ok(contains(live, { b: { c: [{ name: 'x' }] } }))
    assert.ok(contains(live, { b: {}, f: {}, g: [] }))
    assert.ok(!contains(live, { b: { c: [] } }))
    assert.ok(!contains(live, { b: { c: [{ name: 'y' }] } }))
    assert.ok(!contains(live, { f: 1 }))
    assert.ok(!contains(live, { e: { 0: 1 } }))
    assert.ok(!contains({}, { constructor: {}, toString: 1 }))
  })
})

describe('a three-way merge', () => {
  const merged = (last: object, wanted: object, live: object) => {
    const patch = threeWayMerge(last as never, wanted as never, live as never)
    return patch === undefined ? live : mergePatch(live, patch)
  }

  it('sets changed fields and removes those that are no longer desired', () => {
    const live = { labels: { ours: 'a', old: 'b', theirs: 'c' }, spec: { n: 1, filled: true } }
    const last = { labels: { ours: 'a', old: 'b' }, spec: { n: 1 } }
    const wanted = { labels: { ours: 'z' }, spec: { n: 2 } }
    assert.deepEqual(merged(last, wanted, live), {
      labels: { ours: 'z', theirs: 'c' },
      spec: { n: 2, filled: true },
    })
  })

  it('is empty if all desired fields are there, whatever else is', () => {
    const live = { spec: { list: [{ name: 'a', filled: 1 }], filled: 2 } }
    assert.equal(threeWayMerge({}, { spec: { list: [{ name: 'a' }] } }, live), undefined)
  })

  it('ignores fields that others have already removed', () => {
    assert.equal(threeWayMerge({ labels: { a: '1' } }, { labels: {} }, { labels: { b: '2' } }), undefined)
  })

  it('allows any property name', () => {
    const wanted = JSON.parse('{"data":{"__proto__":"x","constructor":"y"}}')
    const patch = threeWayMerge({}, wanted, { data: {} })
    assert.equal(JSON.stringify(patch), JSON.stringify(wanted))
  })
})
