import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RandomChoices } from './random-choices.js'
import { type SortedEntries, SortedMap } from './sorted-map.js'

function mapOf(...keys: string[]): SortedMap<string> {
  const map = new SortedMap<string>()
  for (const key of keys) map.set(key, key)
  return map
}

describe('a sorted map', () => {
  it('finds what was put, as a map does', () => {
    const map = mapOf('b', 'a')
    map.set('a', 'changed')
    assert.equal(map.get('a'), 'changed')
    assert.equal(map.get('c'), undefined)
    assert.ok(map.has('b') && !map.has('c'))
    assert.equal(map.size, 2)
    assert.ok(map.delete('b'))
    assert.ok(!map.delete('b'))
    assert.equal(map.size, 1)
  })

  it('is walked in order, whatever the order of insertion', () => {
    assert.deepEqual([...mapOf('c', 'a', 'b/2', 'b', 'b/1').keys()], ['a', 'b', 'b/1', 'b/2', 'c'])
    assert.deepEqual([...mapOf().keys()], [])
  })

  it('is walked within a prefix', () => {
    const map = mapOf('a', 'a/', 'a/b', 'a0', 'b')
    assert.deepEqual([...map.keys('a/')], ['a/', 'a/b'])
    assert.deepEqual([...map.keys('b')], ['b'])
    assert.deepEqual([...map.keys('a/c')], [])
    assert.deepEqual([...map.keys('c')], [])
  })

  it('is walked behind a key, whether that is there or not', () => {
    const map = mapOf('a', 'b/1', 'b/2', 'c')
    assert.deepEqual([...map.keys('', 'b/1')], ['b/2', 'c'])
    assert.deepEqual([...map.keys('', 'b/11')], ['b/2', 'c'])
    assert.deepEqual([...map.keys('b/', 'b/1')], ['b/2'])
    assert.deepEqual([...map.keys('b/', 'a')], ['b/1', 'b/2'])
    assert.deepEqual([...map.keys('b/', 'c')], [])
    assert.deepEqual([...map.keys('', 'c')], [])
  })

  it('agrees with a sorted list of thousands of keys that come and go', () => {
    const random = new RandomChoices(7)
    const map = new SortedMap<number>()
    const plain = new Map<string, number>()
    for (let step = 0; step < 20_000; step++) {
      const key = `k${random.below(6000)}`
      if (random.below(3) === 0) {
        assert.equal(map.delete(key), plain.delete(key))
      } else {
        map.set(key, step)
        plain.set(key, step)
      }
    }
    const keys = [...plain.keys()].toSorted()
    assert.equal(map.size, keys.length)
    assert.deepEqual([...map.keys()], keys)
    for (const [key, value] of plain) assert.equal(map.get(key), value)
    for (let round = 0; round < 100; round++) {
      const prefix = `k${random.below(60)}`
      const after = `k${random.below(6000)}`
      const expected = keys.filter((key) => key.startsWith(prefix) && key > after)
      assert.deepEqual([...map.keys(prefix, after)], expected)
    }
    for (const key of keys) map.delete(key)
    assert.deepEqual([...map.keys()], [])
  })

  it('has states that stay as they were', () => {
    const random = new RandomChoices(11)
    const map = new SortedMap<number>()
    const states: { state: SortedEntries<number>; expected: [string, number][] }[] = []
    for (let step = 0; step < 20_000; step++) {
      const key = `k${random.below(3000)}`
      if (random.below(3) === 0) map.delete(key)
      else map.set(key, step)
      if (step % 1000 === 0) states.push({ state: map.state(), expected: entriesOf(map) })
    }
    for (const { state, expected } of states) assert.deepEqual(entriesOf(state), expected)
    assert.ok(new Set(states.map(({ expected }) => expected.length)).size > 1)
  })
})

function entriesOf(entries: SortedEntries<number>): [string, number][] {
  const found: [string, number][] = []
  entries.walkSome('', '', Number.POSITIVE_INFINITY, (value, key) => found.push([key, value]) > 0)
  return found
}
