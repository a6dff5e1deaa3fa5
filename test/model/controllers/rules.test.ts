import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Random, testSeed } from '#test/support/random.js'
import { RandomActions } from './random-actions.js'
import { mayGo, observe, describe as say, undone } from './rules.js'
import { World } from './world.js'

const ACTIONS = 1000

describe('the garbage collector', () => {
  const seed = testSeed()

  it(`collects everything and nothing with an owner, after actions one by one (seed ${seed})`, async (test) => {
    const world = await World.open()
    test.after(() => world.close())
    const actions = new RandomActions(world, new Random(seed))
    for (let count = 0; count < ACTIONS; count++) {
      const before = observe(world, actions.things)
      const { what, touched, frees } = await actions.next()
      await world.settled()
      const after = observe(world, actions.things)
      const story = () =>
        `action ${count}: ${what}\n${before.map(say).join('\n')}\nthen\n${after.map(say).join('\n')}`
      assert.deepEqual(undone(after), [], story())

      const spared = new Set(
        after.filter(({ metadata }) => !metadata.deletionTimestamp).map(({ thing }) => thing),
      )
      const allowed = mayGo(touched, frees, before)
      const wronged = before.filter(({ thing }) => !spared.has(thing) && !allowed.has(thing.uid))
      assert.deepEqual(wronged.map(say), [], story())
    }
  })

  it(`collects everything after concurrent actions (seed ${seed})`, async (test) => {
    const world = await World.open()
    test.after(() => world.close())
    const random = new Random(seed)
    const actions = new RandomActions(world, random)
    for (let count = 0; count < ACTIONS; ) {
      // Some of them conflict with the collector, or with each other.
      const together = 1 + random.below(8)
      await Promise.allSettled(Array.from({ length: together }, () => actions.next()))
      count += together
      if (random.chance(0.7)) continue
      await world.settled()
      assert.deepEqual(undone(observe(world, actions.things)), [], `after ${count} actions`)
    }
  })
})
