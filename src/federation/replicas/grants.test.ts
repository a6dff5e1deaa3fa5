import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Random, testSeed } from '#test/support/random.js'
import { type ClusterReplicas, grantReplicas } from './grants.js'

const granted = (...clusters: readonly (readonly [planned: number, held: number])[]) => [
  ...grantReplicas(
    clusters.map(([planned, held], index) => ({ cluster: String(index), planned, held })),
  ).values(),
]

describe('replicas that are granted', () => {
  it('are all that are planned where nothing runs yet', () => {
    assert.deepEqual(granted([3, 0], [4, 0], [2, 0]), [3, 4, 2])
  })

  it('wait for a cluster that has yet to let go of its own', () => {
    assert.deepEqual(granted([2, 5], [7, 4]), [2, 4])
    assert.deepEqual(granted([2, 3], [7, 4]), [2, 6])
    assert.deepEqual(granted([2, 2], [7, 6]), [2, 7])
  })

  it('are fewer at once, and never more than planned', () => {
    assert.deepEqual(granted([0, 9], [1, 9]), [0, 1])
  })

  it('end at the plan, whatever the order in which clusters answer, and are never too many on the way', (t) => {
    const seed = testSeed()
    t.diagnostic(`TEST_SEED=${seed}`)
    const random = new Random(seed)
    for (let round = 0; round < 500; round++) {
      const clusters = Array.from({ length: 1 + random.below(6) }, (_, index) => ({
        cluster: String(index),
        planned: random.below(8),
        held: random.below(8),
        asked: 0,
      }))
      for (const one of clusters) one.asked = one.held
      const before = clusters.reduce((sum, { held }) => sum + held, 0)
      const wanted = clusters.reduce((sum, { planned }) => sum + planned, 0)
      for (let step = 0; clusters.some(({ planned, held }) => planned !== held); step++) {
        assert.ok(step < 1000, 'the plan is reached')
        const grants = grantReplicas(clusters as readonly ClusterReplicas[])
        // One of them hears of its grant, and has let go of what it was to let go of.
        const one = random.pick(clusters)
        one.asked = grants.get(one.cluster) ?? 0
        one.held = one.asked
        const running = clusters.reduce((sum, { held }) => sum + held, 0)
        assert.ok(running <= Math.max(before, wanted), `${running} run where ${wanted} are wanted`)
      }
    }
  })
})
