import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Leadership } from '#controllers/controller.js'
import { nextTurn } from '#util/event-loop.js'
import { to, World } from './world.js'

/** An election that a test controls. */
class Election implements Leadership {
  isLeading = false
  #candidate: { readonly start: () => void; readonly stop: () => void } | undefined

  whenLeading(start: () => void, stop: () => void): () => void {
    this.#candidate = { start, stop }
    return () => {
      this.#candidate = undefined
    }
  }

  win(): void {
    this.isLeading = true
    this.#candidate?.start()
  }

  lose(): void {
    this.isLeading = false
    this.#candidate?.stop()
  }

  get hasCandidate(): boolean {
    return this.#candidate !== undefined
  }
}

describe('a collector that does not lead', () => {
  it('does nothing, and completes the work when it takes over', async (test) => {
    const leadership = new Election()
    const world = await World.open({ leadership })
    test.after(() => world.close())
    const owner = await world.create('Deployment', 'owner')
    const middle = await world.create('ReplicaSet', 'middle', { owners: [to(owner)] })
    await world.create('DaemonSet', 'last', { owners: [to(middle)] })
    await world.delete(owner, 'Foreground')
    await world.settled()
    assert.equal(world.size, 3)
    assert.equal(world.collector.pending, 0)

    leadership.win()
    await world.settled()
    assert.equal(world.size, 0)
  })

  it('starts nothing more once it has lost the lease', async (test) => {
    const leadership = new Election()
    const world = await World.open({ leadership })
    test.after(() => world.close())
    const owner = await world.create('Deployment', 'owner')
    for (let index = 0; index < 200; index++) {
      await world.create('ReplicaSet', `dependent-${index}`, { owners: [to(owner)] })
    }
    leadership.win()
    await world.delete(owner, 'Background')
    while (world.size === 200) await nextTurn()
    leadership.lose()
    await world.settled()
    const left = world.size
    assert.ok(left > 0)
    const stray = await world.create('ReplicaSet', 'stray', { owners: [to(owner)] })
    for (let turn = 0; turn < 10; turn++) await nextTurn()
    assert.equal(world.size, left + 1)
    assert.ok(world.has(stray))

    leadership.win()
    await world.settled()
    assert.equal(world.size, 0)
  })

  it('withdraws when it is closed', async () => {
    const leadership = new Election()
    const world = await World.open({ leadership })
    await world.close()
    assert.equal(leadership.hasCandidate, false)
  })
})
