import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ManualClock } from './clock.js'

describe('a clock that is set by hand', () => {
  it('calls back in order, each at its own time, and not what was called off', () => {
    const clock = new ManualClock(0)
    const seen: (readonly [string, number])[] = []
    const at = (name: string, time: number) => clock.at(time, () => seen.push([name, clock.now()]))
    at('late', 30)
    at('early', 10)
    at('as early', 10)
    at('off', 20)()
    assert.equal(clock.next, 10)
    clock.advance(30)
    assert.deepEqual(seen, [
      ['early', 10],
      ['as early', 10],
      ['late', 30],
    ])
    assert.deepEqual([clock.now(), clock.next], [30, undefined])
  })

  it('lets what follows from one time set the next', async () => {
    const clock = new ManualClock(0)
    const seen: number[] = []
    let due = Promise.resolve()
    const tick = () => {
      due = Promise.resolve().then(() => {
        seen.push(clock.now())
        clock.at(clock.now() + 10, tick)
      })
    }
    clock.at(10, tick)
    await clock.advanceSettled(35, () => due)
    assert.deepEqual(seen, [10, 20, 30])
    assert.equal(clock.now(), 35)
  })
})
