import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { Throttle } from './throttle.js'

/** Counts runs; a test begins and ends them. */
function counted() {
  const runs: object[] = []
  const throttle = new Throttle<object>((item) => runs.push(item))
  return { runs, throttle }
}

describe('the throttle', () => {
  const item = {}

  it('runs a cheap item again at once', () => {
    const { runs, throttle } = counted()
    throttle.request(item)
    throttle.begin(item)
    throttle.request(item)
    throttle.request(item)
    assert.equal(runs.length, 1)
    assert.equal(throttle.waiting, 1)
    throttle.end(item, 0.1)
    assert.equal(runs.length, 2, 'an item that changed meanwhile runs once more')
    assert.equal(throttle.waiting, 0)
  })

  it('delays an expensive item', async (t) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    t.after(() => mock.timers.reset())
    const { runs, throttle } = counted()
    throttle.request(item)
    throttle.begin(item)
    throttle.end(item, 10)
    throttle.request(item)
    throttle.request(item)
    assert.equal(runs.length, 1)
    let isIdle = false
    const idle = throttle.idle().then(() => {
      isIdle = true
    })
    mock.timers.tick(89)
    assert.equal(runs.length, 1)
    assert.equal(isIdle, false)
    mock.timers.tick(1)
    assert.equal(runs.length, 2)
    await idle
  })

  it('drops waiting items when it is cleared, or when a run starts for another reason', async () => {
    const { throttle } = counted()
    throttle.begin(item)
    throttle.end(item, 10)
    throttle.request(item)
    throttle.begin(item)
    assert.equal(throttle.waiting, 0)
    throttle.end(item, 10)
    throttle.request(item)
    const idle = throttle.idle()
    throttle.clear()
    await idle
    assert.equal(throttle.waiting, 0)
  })
})
