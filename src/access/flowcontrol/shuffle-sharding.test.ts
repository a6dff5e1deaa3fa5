import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dealHand, hashOfFlow } from './shuffle-sharding.js'

describe('the hand of a flow', () => {
  it('has distinct queues of the deck, always the same ones', () => {
    for (let flow = 0; flow < 500; flow++) {
      const hash = hashOfFlow('service-accounts', `user-${flow}`)
      const hand = dealHand(hash, 64, 6)
      assert.equal(new Set(hand).size, 6)
      assert.ok(hand.every((queue) => Number.isInteger(queue) && queue >= 0 && queue < 64))
      assert.deepEqual(dealHand(hashOfFlow('service-accounts', `user-${flow}`), 64, 6), hand)
    }
  })

  it('depends on the schema and the distinguisher', () => {
    assert.notEqual(hashOfFlow('a', 'b'), hashOfFlow('b', 'a'))
    assert.notEqual(hashOfFlow('ab', ''), hashOfFlow('a', 'b'))
  })

  it('uses all queues about equally often', () => {
    const counts = new Map<number, number>()
    for (let flow = 0; flow < 4_000; flow++) {
      for (const queue of dealHand(hashOfFlow('schema', String(flow)), 16, 4)) {
        counts.set(queue, (counts.get(queue) ?? 0) + 1)
      }
    }
    assert.equal(counts.size, 16)
    for (const count of counts.values()) assert.ok(count > 850 && count < 1_150, String(count))
  })

  it('is rarely that of another flow', () => {
    const hands = Array.from({ length: 1_000 }, (_, flow) =>
      dealHand(hashOfFlow('schema', String(flow)), 128, 6)
        .toSorted((one, other) => one - other)
        .join(),
    )
    assert.equal(new Set(hands).size, hands.length)
  })

  it('is the whole deck if that is not larger', () => {
    assert.deepEqual(dealHand(123n, 1, 8), [0])
    assert.equal(new Set(dealHand(hashOfFlow('a', 'b'), 4, 4)).size, 4)
  })
})
