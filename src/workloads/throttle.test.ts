import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { Throttle } from './throttle.js'

/** Counts looks; a test begins and ends them. */
function counted() {
  const looks: object[] = []
  const throttle = new Throttle<object>((item) => looks.push(item))
  return { looks, throttle }
}

describe('the pacing of looks', () => {
  const item = {}

  it('lets a look that costs little be followed at once', () => {
    const { looks, throttle } = counted()
    throttle.request(item)
    throttle.begin(item)
    throttle.request(item)
    throttle.request(item)
    assert.equal(looks.length, 1)
    assert.equal(throttle.waiting, 1)
    throttle.end(item, 0.1)
    assert.equal(looks.length, 2, 'what changed meanwhile is looked at once more')
    assert.equal(throttle.waiting, 0)
  })

  it('keeps looks apart that cost much', async (t) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    t.after(() => mock.timers.reset())
    const { looks, throttle } = counted()
    throttle.request(item)
    throttle.begin(item)
    throttle.end(item, 10)
    throttle.request(item)
    throttle.request(item)
    assert.equal(looks.length, 1)
    let isIdle = false
    const idle = throttle.idle().then(() => {
      isIdle = true
    })
    mock.timers.tick(89)
    assert.equal(looks.length, 1)
    assert.equal(isIdle, false)
    mock.timers.tick(1)
    assert.equal(looks.length, 2)
    await idle
  })

  it('forgets who waits when all is over, or when another reason begins a look', async () => {
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
