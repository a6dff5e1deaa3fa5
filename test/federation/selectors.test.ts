import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually, Federation } from './clusters-of-servers.js'

const APPS = '/apis/apps/v1/namespaces/shop'
const NAMES = ['east', 'west']
const ANNOTATION = 'federation.binnacle.dev'
const CASCADE = { propagationPolicy: 'Background' }

describe('the selector of a federated workload', { timeout: 120_000 }, () => {
  it('is immutable while there are copies', async (t) => {
    const federation = await Federation.start(t, NAMES)
    const { host } = federation
    const inClusters = (path: string, names: readonly string[]) =>
      eventually(`${path} is in ${names.join(', ')}`, async () =>
        assert.deepEqual(Object.keys(await federation.copies(path)).sort(), names),
      )
    const old = '/apis/extensions/v1beta1/namespaces/shop'
    const select = (app: string) => ({
      spec: {
        selector: { matchLabels: { app } },
        template: { metadata: { labels: { app } }, spec: { containers: [{ name: 'main', image: 'web:1' }] } },
      },
    })
    for (const plural of ['deployments', 'replicasets', 'daemonsets']) {
      const path = `${old}/${plural}/selecting`
      const nowhere = { [`${ANNOTATION}/clusters`]: '' }
      await host.create(`${old}/${plural}`, {
        metadata: { name: 'selecting', annotations: nowhere },
        ...select('one'),
      })
      // Without copies it can still change.
      await host.change(path, select('two'))
      await host.change(path, { metadata: { annotations: { [`${ANNOTATION}/clusters`]: null } } })
      await inClusters(`${APPS}/${plural}/selecting`, NAMES)
      const { status, body } = await host.client.send('PATCH', path, select('three'), {
        'content-type': 'application/merge-patch+json',
      })
      assert.equal(status, 422)
      assert.equal(body.details.causes[0].field, 'spec.selector')
      assert.match(body.message, /field is immutable: there are copies/)
      await host.change(path, { metadata: { labels: { all: 'else' } } })
      await eventually('the change is everywhere', async () => {
        for (const { metadata } of Object.values(await federation.copies(`${APPS}/${plural}/selecting`)))
          assert.equal(metadata.labels.all, 'else')
      })
      await host.delete(path, CASCADE)
      await inClusters(`${APPS}/${plural}/selecting`, [])
    }
  })
})
