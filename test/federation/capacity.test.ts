import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { TimerClock } from '#index.js'
import type { Json } from '../support/client.js'
import { eventually, Federation } from './clusters-of-servers.js'

const APPS = '/apis/apps/v1/namespaces/shop/deployments'
const WEB = `${APPS}/web`
const BEHAVIOUR = 'simulation.binnacle.dev/behaviour'
const TICK_MS = 20

/** In the west no pod can be scheduled. */
const FULL = JSON.stringify([
  {
    clusters: ['west'],
    patch: [{ op: 'add', path: '/spec/template/metadata/annotations', value: { [BEHAVIOUR]: 'pending' } }],
  },
])
const deployment = (annotations: Json) => ({
  metadata: { name: 'web', annotations: { 'federation.binnacle.dev/overrides': FULL, ...annotations } },
  spec: {
    replicas: 6,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'main', image: 'web:1' }] },
    },
  },
})

/** A clock that runs, and can be advanced. */
class ShiftedClock implements TimerClock {
  #shift = 0

  now(): number {
    return Date.now() + this.#shift
  }

  at(time: number, callback: () => void): () => void {
    const poll = setInterval(() => {
      if (this.now() < time) return
      clearInterval(poll)
      callback()
    }, TICK_MS)
    poll.unref()
    return () => clearInterval(poll)
  }

  advance(milliseconds: number): void {
    this.#shift += milliseconds
  }
}

async function start(t: TestContext): Promise<{ federation: Federation; clock: ShiftedClock }> {
  const clock = new ShiftedClock()
  return { federation: await Federation.start(t, ['east', 'west'], { clock }), clock }
}

/** The pods of all members that run or may run. */
async function pods(federation: Federation): Promise<number> {
  let count = 0
  for (const member of federation.members.values()) {
    const { items } = await member.get('/api/v1/namespaces/shop/pods')
    count += items.filter(({ metadata }: Json) => !metadata.deletionTimestamp).length
  }
  return count
}

describe('unschedulable replicas', { timeout: 120_000 }, () => {
  it('move to clusters with capacity, and stay there', async (t) => {
    const { federation, clock } = await start(t)
    await federation.host.create(APPS, deployment({}))
    await eventually('the pods wait', async () => {
      assert.deepEqual(await federation.replicas(WEB), { east: 3, west: 3 })
      assert.equal((await federation.host.get(WEB)).status.readyReplicas, 3)
      assert.equal((await federation.host.get(WEB)).status.replicas, 6)
    })
    clock.advance(65_000)
    let most = 0
    await eventually('they are moved', async () => {
      most = Math.max(most, await pods(federation))
      assert.deepEqual(await federation.replicas(WEB), { east: 6, west: 0 })
      assert.equal((await federation.host.get(WEB)).status.availableReplicas, 6)
    })
    assert.ok(most <= 6, 'there were never more pods than desired')
    // The capacity limit expires, and running pods stay.
    clock.advance(400_000)
    await federation.host.change(WEB, { metadata: { labels: { touched: 'yes' } } })
    await eventually('the change is everywhere', async () => {
      for (const { metadata } of Object.values(await federation.copies(WEB)))
        assert.equal(metadata.labels.touched, 'yes')
    })
    assert.deepEqual(await federation.replicas(WEB), { east: 6, west: 0 })
  })

  it('are replaced elsewhere while they wait, if weights must be kept', async (t) => {
    const { federation, clock } = await start(t)
    const preferences = JSON.stringify({ rebalance: true, clusters: { '*': { weight: 1 } } })
    await federation.host.create(
      APPS,
      deployment({ 'federation.kubernetes.io/deployment-preferences': preferences }),
    )
    await eventually('the pods wait', async () => {
      assert.equal((await federation.host.get(WEB)).status.replicas, 6)
      assert.equal((await federation.host.get(WEB)).status.readyReplicas, 3)
    })
    clock.advance(65_000)
    await eventually('others run in their place', async () => {
      assert.deepEqual(await federation.replicas(WEB), { east: 6, west: 3 })
    })
    await federation.host.change(WEB, {
      metadata: { annotations: { 'federation.binnacle.dev/overrides': null } },
    })
    await eventually('they move back when there is space', async () => {
      assert.deepEqual(await federation.replicas(WEB), { east: 3, west: 3 })
      assert.equal((await federation.host.get(WEB)).status.availableReplicas, 6)
    })
  })
})
