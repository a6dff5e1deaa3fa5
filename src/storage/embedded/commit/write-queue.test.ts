import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { create } from '#storage/contract.fixture.js'
import type { Operation, WriteOutcome } from '#storage/contract.js'
import { nextTurn } from '#util/event-loop.js'
import { type PendingWrite, WriteQueue } from './write-queue.js'

const PLENTY = { writes: 20_000, bytes: 1e9 }
const WRITTEN = { outcome: 'written', revision: 2 } as WriteOutcome

/** A queue whose check rejects certain keys, and the keys of accepted writes. */
function newQueue() {
  const taken = new Set<string>()
  const check = (operations: readonly Operation[]): WriteOutcome | undefined => {
    const found = operations.find(({ key }) => taken.has(key))
    return found && { outcome: 'missing', key: found.key }
  }
  return { taken, queue: new WriteQueue(PLENTY, check, () => undefined) }
}

const keysOf = (writes: readonly PendingWrite[]) =>
  writes.map(({ operations }) => operations.map(({ key }) => key).join())

function finish(queue: WriteQueue, writes: readonly PendingWrite[]): void {
  for (const write of writes) write.resolve(WRITTEN)
  queue.remove(writes)
}

describe('the write queue', () => {
  it('passes writes to different keys together, those to one key one by one', () => {
    const { queue } = newQueue()
    for (const key of ['a', 'b', 'a', 'c', 'a']) void queue.add([create(key)])
    const first = queue.take(PLENTY)
    assert.deepEqual(keysOf(first), ['a', 'b', 'c'])
    assert.equal(queue.hasReady, false)
    finish(queue, first)
    const second = queue.take(PLENTY)
    assert.deepEqual(keysOf(second), ['a'])
    finish(queue, second)
    finish(queue, queue.take(PLENTY))
    assert.equal(queue.size, 0)
  })

  it('blocks a write on each of its keys, and those behind it, too', () => {
    const { queue } = newQueue()
    void queue.add([create('a')])
    void queue.add([create('b')])
    void queue.add([create('a'), create('b')])
    void queue.add([create('b'), create('c')])
    void queue.add([create('d')])
    const [a, b, d] = queue.take(PLENTY) as [PendingWrite, PendingWrite, PendingWrite]
    assert.deepEqual(keysOf([a, b, d]), ['a', 'b', 'd'])
    finish(queue, [a, d])
    assert.equal(queue.hasReady, false)
    finish(queue, [b])
    const both = queue.take(PLENTY)
    assert.deepEqual(keysOf(both), ['a,b'])
    finish(queue, both)
    assert.deepEqual(keysOf(queue.take(PLENTY)), ['b,c'])
  })

  it('checks a write when the one before it is decided', async () => {
    const { queue, taken } = newQueue()
    void queue.add([create('a')])
    const second = queue.add([create('a')])
    const third = queue.add([create('a')])
    const first = queue.take(PLENTY)
    taken.add('a')
    finish(queue, first)
    assert.deepEqual(await Promise.all([second, third]), [
      { outcome: 'missing', key: 'a' },
      { outcome: 'missing', key: 'a' },
    ])
    assert.equal(queue.size, 0)
  })

  it('handles ten thousand failed checks at once', async () => {
    const { queue, taken } = newQueue()
    const writes = Array.from({ length: 10_000 }, () => queue.add([create('a')]))
    taken.add('a')
    finish(queue, queue.take(PLENTY))
    const outcomes = await Promise.all(writes)
    assert.equal(outcomes.filter(({ outcome }) => outcome === 'missing').length, 9_999)
  })

  it('takes at least one write, and otherwise no more than the limits', () => {
    const { queue } = newQueue()
    for (const key of ['a', 'b', 'c', 'd']) void queue.add([create(key, 'x'.repeat(1000))])
    assert.deepEqual(keysOf(queue.take({ writes: 10, bytes: 1 })), ['a'])
    assert.deepEqual(keysOf(queue.take({ writes: 2, bytes: 1e6 })), ['b', 'c'])
    assert.deepEqual(keysOf(queue.take({ writes: 2, bytes: 1e6 })), ['d'])
    assert.deepEqual(queue.take(PLENTY), [])
  })

  it('keeps new writes behind a running one when it rejects waiting ones', async () => {
    const { queue } = newQueue()
    void queue.add([create('a')])
    const underWay = queue.take(PLENTY)
    const waiting = [queue.add([create('a')]), queue.add([create('b')])]
    const rejections = Promise.all(waiting.map((write) => assert.rejects(write, /lost/)))
    queue.rejectWaiting(new Error('lost'))
    await rejections
    assert.equal(queue.size, 1)
    assert.equal(queue.hasReady, false)
    void queue.add([create('a')])
    await nextTurn()
    assert.equal(queue.hasReady, false)
    finish(queue, underWay)
    assert.deepEqual(keysOf(queue.take(PLENTY)), ['a'])
  })
})
