import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SplitMap } from './split-map.js'

describe('a split map', () => {
  it('is a map', () => {
    const map = new SplitMap<number>()
    const keys = ['', 'a', 'b', 'deployments/one', 'deployments/two', 'ä€😀']
    for (const [index, key] of keys.entries()) assert.ok(map.set(key, index))
    assert.equal(map.size, keys.length)
    for (const [index, key] of keys.entries()) assert.equal(map.get(key), index)
    assert.ok(!map.set('a', 7))
    assert.equal(map.get('a'), 7)
    assert.equal(map.size, keys.length)
    assert.ok(map.delete('a'))
    assert.ok(!map.delete('a'))
    assert.ok(!map.has('a') && map.has('b'))
    assert.equal(map.get('a'), undefined)
    assert.equal(map.size, keys.length - 1)
  })

  it('keeps undefined apart from nothing', () => {
    const map = new SplitMap<undefined>()
    assert.ok(map.set('a', undefined))
    assert.ok(!map.set('a', undefined))
    assert.ok(map.has('a'))
    assert.equal(map.size, 1)
  })
})
