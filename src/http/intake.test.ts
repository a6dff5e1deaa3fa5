import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextTurn } from '../util/event-loop.js'
import { Intake } from './intake.js'

describe('an intake', () => {
  it('has everything answered that came in one turn of the event loop, in order', async () => {
    const answered: string[] = []
    const intake = new Intake<string>((request) => answered.push(request))
    intake.add('one')
    intake.add('two')
    assert.deepEqual(answered, [])
    await nextTurn()
    assert.deepEqual(answered, ['one', 'two'])
    intake.add('three')
    await nextTurn()
    assert.deepEqual(answered, ['one', 'two', 'three'])
  })

  it('gives way to others between large groups', async () => {
    const answered: number[] = []
    const intake = new Intake<number>((request) => answered.push(request))
    const all = Array.from({ length: 1000 }, (_, index) => index)
    for (const request of all) intake.add(request)
    let turns = 0
    for (let before = -1; before !== answered.length; turns++) {
      before = answered.length
      await nextTurn()
      assert.ok(answered.length - before <= 100, `${answered.length - before} in one turn`)
    }
    assert.deepEqual(answered, all)
    assert.ok(turns >= 10)
  })

  it('takes in what comes while others are answered', async () => {
    const answered: string[] = []
    const intake = new Intake<string>((request) => {
      answered.push(request)
      if (request === 'one') intake.add('two')
    })
    intake.add('one')
    await nextTurn()
    await nextTurn()
    assert.deepEqual(answered, ['one', 'two'])
  })
})
