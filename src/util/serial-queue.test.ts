import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SerialQueue } from './serial-queue.js'

describe('a lane', () => {
  it('lets one pass at a time, in the order in which they came', async () => {
    const lane = new SerialQueue(10_000)
    const passed: number[] = []
    let inside = 0
    const pass = async (number: number) => {
      const leave = await lane.enter()
      assert.equal(++inside, 1)
      await new Promise((resolve) => setImmediate(resolve))
      passed.push(number)
      inside--
      leave?.()
      leave?.()
    }
    await Promise.all([0, 1, 2, 3, 4].map(pass))
    await pass(5)
    assert.deepEqual(passed, [0, 1, 2, 3, 4, 5])
  })

  it('rejects work that has waited too long, and lets others pass all the same', async () => {
    const lane = new SerialQueue(1)
    const leave = await lane.enter()
    assert.equal(await lane.enter(), undefined)
    leave?.()
    assert.ok(await lane.enter())
  })
})
