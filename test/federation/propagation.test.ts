import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { condition, eventually, Federation } from './clusters-of-servers.js'

const APPS = '/apis/apps/v1/namespaces/shop/deployments'
const WEB = `${APPS}/web`

const template = (image: string) => ({
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'main', image }] },
})
const deployment = (replicas: number, annotations = {}) => ({
  metadata: { name: 'web', annotations },
  spec: { replicas, selector: { matchLabels: { app: 'web' } }, template: template('web:1') },
})

describe('a deployment that is written once', () => {
  it('is spread over all clusters, and its status is gathered', { timeout: 120_000 }, async (t) => {
    const federation = await Federation.start(t, ['east', 'north', 'west'])
    const { host } = federation
    await host.create(APPS, deployment(9))
    await eventually('the replicas are spread', async () => {
      assert.deepEqual(await federation.replicas(WEB), { east: 3, north: 3, west: 3 })
    })
    const done = await eventually('the status is gathered', async () => {
      const object = await host.get(WEB)
      const { metadata, status } = object
      assert.equal(status.observedGeneration, metadata.generation, JSON.stringify(object))
      assert.deepEqual([status.replicas, status.updatedReplicas, status.availableReplicas], [9, 9, 9])
      return object
    })
    assert.equal(condition(done, 'Propagated').status, 'True')
  })
})
