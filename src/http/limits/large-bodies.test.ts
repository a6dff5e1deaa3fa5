import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LargeBodies, SMALL_BODY } from './large-bodies.js'

const received = (bodies: LargeBodies, size: number) => {
  const held = bodies.receive()
  return { held, hasRoom: held.grow(size) }
}

describe('large bodies', () => {
  it('take no more memory together than there is for them', () => {
    const bodies = new LargeBodies(3 * SMALL_BODY)
    const first = received(bodies, 2 * SMALL_BODY)
    assert.ok(first.hasRoom)
    assert.equal(received(bodies, 2 * SMALL_BODY).hasRoom, false)
    for (let count = 0; count < 100; count++) assert.ok(received(bodies, SMALL_BODY).hasRoom, 'small ones')
    first.held.release()
    first.held.release()
    const next = received(bodies, 2 * SMALL_BODY)
    assert.ok(next.hasRoom)
    assert.equal(next.held.grow(2 * SMALL_BODY), false, 'it has grown too large')
  })

  it('are worked on one after the other', async () => {
    const bodies = new LargeBodies()
    const [first, second] = [bodies.receive(), bodies.receive()]
    assert.ok(await first.enter())
    let isWorkedOn = false
    const entered = second.enter().then(() => {
      isWorkedOn = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(isWorkedOn, false)
    first.release()
    await entered
  })

  it('are rejected when they have waited too long', async () => {
    const bodies = new LargeBodies(1, 1)
    assert.ok(await bodies.receive().enter())
    await assert.rejects(bodies.receive().enter(), /too many large requests/)
  })

  it('hold up no other body when their clients have gone away', async () => {
    const bodies = new LargeBodies()
    const [first, gone, third] = [bodies.receive(), bodies.receive(), bodies.receive()]
    assert.ok(await first.enter())
    const waiting = gone.enter()
    const last = third.enter()
    gone.release()
    first.release()
    assert.equal(await waiting, false)
    assert.ok(await last)
  })
})
