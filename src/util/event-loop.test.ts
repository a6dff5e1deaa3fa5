import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { beginGroup, endOfStep, mapInTurns, nextTurn } from './event-loop.js'

/** Keeps the event loop to itself. */
function stay(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

describe('mapping in turns', () => {
  it('maps all in order, and lets others have their turn when it takes long', async () => {
    let turns = 0
    const count = () => {
      turns++
      pending = setImmediate(count)
    }
    let pending = setImmediate(count)
    const mapped = await mapInTurns([1, 2, 3, 4], (thing) => {
      stay(6)
      return thing * 2
    })
    clearImmediate(pending)
    assert.deepEqual(mapped, [2, 4, 6, 8])
    assert.ok(turns >= 3, `others had ${turns} turns`)
  })

  it('of nothing is nothing', async () => {
    assert.deepEqual(await mapInTurns([], () => assert.fail()), [])
  })
})

describe('the end of a step', () => {
  it('lets others have their turn when the group has taken long', async () => {
    beginGroup()
    stay(10)
    const wait = endOfStep()
    assert.ok(wait instanceof Promise)
    await wait
  })

  it('holds up nobody who is not in a group', async () => {
    assert.equal(endOfStep(), undefined)
    beginGroup()
    stay(10)
    await nextTurn()
    await nextTurn()
    assert.equal(endOfStep(), undefined)
  })
})
