import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Random, testSeed } from '#test/support/random.js'
import { Batches } from './batches.js'

describe('batches of events', () => {
  it('hold whole events in order, as many as there is room for', () => {
    const seed = testSeed()
    const random = new Random(seed)
    const batches = new Batches(100)
    let written = ''
    let expected = ''
    let events = 0
    const takeOne = () => {
      const batch = batches.take()
      if (batch === undefined) return false
      assert.equal(batch.bytes.at(-1), 10, `seed ${seed}`)
      written += batch.bytes.toString()
      events -= batch.events
      assert.ok(batch.bytes.length <= 100 || batch.events === 1)
      return true
    }
    for (let round = 0; round < 5_000; round++) {
      const isAscii = random.chance(0.7)
      const line = `${(isAscii ? 'x' : 'é').repeat(random.below(random.chance(0.1) ? 300 : 40))}${round}\n`
      assert.equal(batches.add(line), Buffer.byteLength(line))
      expected += line
      events++
      while (random.chance(0.3) && takeOne()) assert.ok(true)
    }
    while (takeOne()) assert.ok(true)
    assert.equal(written, expected, `seed ${seed}`)
    assert.equal(events, 0)
    assert.ok(batches.isEmpty)
  })
})
