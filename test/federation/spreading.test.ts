import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Json } from '../support/client.js'
import { eventually, Federation } from './clusters-of-servers.js'

const APPS = '/apis/apps/v1/namespaces/shop'

const spec = (name: string, replicas: number) => ({
  replicas,
  selector: { matchLabels: { app: name } },
  template: {
    metadata: { labels: { app: name } },
    spec: { containers: [{ name: 'main', image: 'web:1' }] },
  },
})

/** Resolves when all replicas run. */
const started = (federation: Federation, path: string, replicas: number) =>
  eventually(`${path} has started`, async () => {
    const { status } = await federation.host.get(path)
    assert.equal(status.readyReplicas, replicas, JSON.stringify(status))
  })

/** No member may have received more than one number of replicas. */
async function expectWrittenOnce(federation: Federation, resource: string, objects: number): Promise<void> {
  for (const [name, member] of federation.members)
    assert.equal(await member.writes(resource), objects, `writes of ${resource} in ${name}`)
}

describe('starting replicas', { timeout: 120_000 }, () => {
  it('of an ordered set stay where they were scheduled', async (t) => {
    const federation = await Federation.start(t, ['east', 'west'])
    const preferences = { clusters: { east: { weight: 2 }, west: { weight: 1 } } }
    for (const name of ['one', 'two', 'three']) {
      const annotations = {
        'federation.kubernetes.io/stateful-set-preferences': JSON.stringify(preferences),
      }
      await federation.host.create(`${APPS}/statefulsets`, {
        metadata: { name, annotations },
        spec: { serviceName: name, ...spec(name, 6) },
      })
    }
    for (const name of ['one', 'two', 'three']) {
      await started(federation, `${APPS}/statefulsets/${name}`, 6)
      const replicas = await federation.replicas(`${APPS}/statefulsets/${name}`)
      assert.deepEqual(replicas, { east: 4, west: 2 })
    }
    await expectWrittenOnce(federation, 'statefulsets.apps', 3)
  })

  it('create no more pods than desired', async (t) => {
    const names = ['east', 'north', 'south', 'west']
    const federation = await Federation.start(t, names)
    const deployments = ['a', 'b', 'c', 'd', 'e']
    for (const name of deployments)
      await federation.host.create(`${APPS}/deployments`, { metadata: { name }, spec: spec(name, 9) })
    for (const name of deployments) await started(federation, `${APPS}/deployments/${name}`, 9)
    let pods = 0
    for (const member of federation.members.values())
      pods += (await member.get('/api/v1/namespaces/shop/pods')).items.filter(
        ({ metadata }: Json) => !metadata.deletionTimestamp,
      ).length
    assert.equal(pods, 45)
    await expectWrittenOnce(federation, 'deployments.apps', 5)
  })
})
