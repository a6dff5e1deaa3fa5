import { describe, it } from 'node:test'
import { sized } from '#test/support/scope.js'
import { runChaos } from './run-chaos.js'
import { Stage } from './stage.js'

describe('a federation whose processes and lines fail at random', { timeout: 500_000 }, () => {
  it('agrees in the end, and loses nothing that was acknowledged', async (t) => {
    await runChaos(t, await Stage.open(t, 1), sized(120_000, 20_000))
  })
})
