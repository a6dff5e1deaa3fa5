import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextTurn } from '#util/event-loop.js'
import { RequestBatch } from './request-batch.js'

const onFault = (_: unknown, error: unknown) => assert.ifError(error)

describe('a batch of requests', () => {
  it('has everything served that came in one turn of the event loop, in order', async () => {
    const served: string[] = []
    const batch = new RequestBatch<string>({ serve: (request) => served.push(request) < 0, onFault })
    batch.add('one')
    batch.add('two')
    assert.deepEqual(served, [])
    await nextTurn()
    assert.deepEqual(served, ['one', 'two'])
    batch.add('three')
    await nextTurn()
    assert.deepEqual(served, ['one', 'two', 'three'])
  })

  it('leaves no request to the next turn', async () => {
    const served: number[] = []
    const batch = new RequestBatch<number>({ serve: (request) => served.push(request) > 0, onFault })
    for (let request = 0; request < 1000; request++) batch.add(request)
    await nextTurn()
    assert.equal(served.length, 1000)
  })

  it('leaves those beyond a number to the next turns, if there is one', async () => {
    const served: number[] = []
    const batch = new RequestBatch<number>({
      serve: (request) => served.push(request) < 0,
      onFault,
      maxPerTurn: 10,
    })
    for (let request = 0; request < 25; request++) batch.add(request)
    const counts: number[] = []
    for (let turn = 0; turn < 4; turn++) {
      await nextTurn()
      counts.push(served.length)
    }
    assert.deepEqual(counts, [10, 20, 25, 25])
    assert.deepEqual(
      served,
      Array.from({ length: 25 }, (_, request) => request),
    )
  })

  it('accepts requests while others are served', async () => {
    const served: string[] = []
    const batch = new RequestBatch<string>({
      serve: (request) => {
        served.push(request)
        if (request === 'one') batch.add('two')
        return false
      },
      onFault,
    })
    batch.add('one')
    await nextTurn()
    await nextTurn()
    assert.deepEqual(served, ['one', 'two'])
  })

  it('has the others served when one fails, also those that take further steps', async () => {
    const served: number[] = []
    const failed: number[] = []
    const batch = new RequestBatch<number>({
      serve: (request) => {
        if (request % 5 === 0) throw new Error('of this test')
        return served.push(request) > 0
      },
      onFault: (request) => failed.push(request),
    })
    const requests = Array.from({ length: 100 }, (_, request) => request)
    for (const request of requests) batch.add(request)
    await nextTurn()
    assert.deepEqual(
      failed,
      requests.filter((request) => request % 5 === 0),
    )
    assert.deepEqual(
      served,
      requests.filter((request) => request % 5 !== 0),
    )
  })
})
