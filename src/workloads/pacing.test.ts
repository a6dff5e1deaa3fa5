import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { Pacing } from './pacing.js'

/** Counts looks; a test begins and ends them. */
function counted() {
  const looks: object[] = []
  const pacing = new Pacing<object>((item) => looks.push(item))
  return { looks, pacing }
}

describe('the pacing of looks', () => {
  const item = {}

  it('lets a look that costs little be followed at once', () => {
    const { looks, pacing } = counted()
    pacing.want(item)
    pacing.begin(item)
    pacing.want(item)
    pacing.want(item)
    assert.equal(looks.length, 1)
    assert.equal(pacing.waiting, 1)
    pacing.end(item, 0.1)
    assert.equal(looks.length, 2, 'what changed meanwhile is looked at once more')
    assert.equal(pacing.waiting, 0)
  })

  it('keeps looks apart that cost much', async (t) => {
    mock.timers.enable({ apis: ['setTimeout'] })
    t.after(() => mock.timers.reset())
    const { looks, pacing } = counted()
    pacing.want(item)
    pacing.begin(item)
    pacing.end(item, 10)
    pacing.want(item)
    pacing.want(item)
    assert.equal(looks.length, 1)
    let isIdle = false
    const idle = pacing.idle().then(() => {
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
    const { pacing } = counted()
    pacing.begin(item)
    pacing.end(item, 10)
    pacing.want(item)
    pacing.begin(item)
    assert.equal(pacing.waiting, 0)
    pacing.end(item, 10)
    pacing.want(item)
    const idle = pacing.idle()
    pacing.clear()
    await idle
    assert.equal(pacing.waiting, 0)
  })
})
