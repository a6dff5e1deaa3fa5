import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextTurn } from '../util/event-loop.js'
import { RequestBatch } from './request-batch.js'

describe('an intake', () => {
  it('has everything answered that came in one turn of the event loop, in order', async () => {
    const answered: string[] = []
    const intake = new RequestBatch<string>((request) => answered.push(request))
    intake.add('one')
    intake.add('two')
    assert.deepEqual(answered, [])
    await nextTurn()
    assert.deepEqual(answered, ['one', 'two'])
    intake.add('three')
    await nextTurn()
    assert.deepEqual(answered, ['one', 'two', 'three'])
  })

  it('leaves nobody to the next turn', async () => {
    const answered: number[] = []
    const intake = new RequestBatch<number>((request) => answered.push(request))
    for (let request = 0; request < 1000; request++) intake.add(request)
    await nextTurn()
    assert.equal(answered.length, 1000)
  })

  it('takes in what comes while others are answered', async () => {
    const answered: string[] = []
    const intake = new RequestBatch<string>((request) => {
      answered.push(request)
      if (request === 'one') intake.add('two')
    })
    intake.add('one')
    await nextTurn()
    await nextTurn()
    assert.deepEqual(answered, ['one', 'two'])
  })
})
