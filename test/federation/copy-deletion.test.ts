import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { condition, eventually } from './clusters-of-servers.js'
import {
  ANNOTATION,
  APPS,
  CASCADE,
  CORE,
  deployment,
  eventsOf,
  imageOf,
  inClusters,
  map,
  NAMES,
  rolledOut,
  sharedFederation,
  statesOf,
  template,
} from './federated-objects.js'

describe('the deletion of a federated object', { timeout: 300_000 }, () => {
  const shared = sharedFederation()

  it('deletes or orphans its copies', async () => {
    const federation = shared()
    const { host } = federation
    for (const name of ['cascaded', 'orphaned']) {
      const { metadata, data } = map(name, { a: '1' }, { note: 'x' })
      await host.create(`${CORE}/configmaps`, { metadata: { ...metadata, labels: { mine: 'yes' } }, data })
      await inClusters(federation, `${CORE}/configmaps/${name}`, NAMES)
    }
    const { metadata } = await host.get(`${CORE}/configmaps/orphaned`)
    assert.deepEqual(metadata.finalizers, [
      'federation.kubernetes.io/delete-from-underlying-clusters',
      'orphan',
    ])
    await host.delete(`${CORE}/configmaps/orphaned`)
    await host.delete(`${CORE}/configmaps/cascaded`, CASCADE)
    for (const name of ['cascaded', 'orphaned']) {
      await eventually(`${name} is gone`, async () => {
        assert.equal(await host.find(`${CORE}/configmaps/${name}`), undefined)
      })
    }
    await inClusters(federation, `${CORE}/configmaps/cascaded`, [])
    const left = await inClusters(federation, `${CORE}/configmaps/orphaned`, NAMES)
    for (const { metadata, data } of Object.values(left)) {
      assert.deepEqual(
        [metadata.labels, metadata.annotations, data],
        [{ mine: 'yes' }, { note: 'x' }, { a: '1' }],
      )
    }
  })

  it('deletes namespaces that were created for copies', async () => {
    const federation = shared()
    const { host } = federation
    await host.create('/api/v1/namespaces/far/secrets', { metadata: { name: 'key' }, stringData: { a: 'b' } })
    const copies = await inClusters(federation, '/api/v1/namespaces/far/secrets/key', NAMES)
    assert.equal(copies.east?.data.a, Buffer.from('b').toString('base64'))
    await eventually('the namespaces are ours', async () => {
      for (const { metadata } of Object.values(await federation.copies('/api/v1/namespaces/far')))
        assert.ok(metadata.annotations[`${ANNOTATION}/owned-by`])
    })
    const foreign = '/api/v1/namespaces/far/configmaps/foreign'
    const east = federation.member('east')
    await east.create('/api/v1/namespaces/far/configmaps', map('foreign', {}))
    await host.delete('/api/v1/namespaces/far', CASCADE)
    await inClusters(federation, '/api/v1/namespaces/far', [])
    await eventually('the host has deleted the namespace too', async () => {
      assert.equal(await host.find('/api/v1/namespaces/far'), undefined)
    })
    assert.equal(await east.find(foreign), undefined, 'the foreign object is deleted with its namespace')
  })

  it('keeps namespaces that contain other objects', async () => {
    const federation = shared()
    const { host } = federation
    await host.create('/api/v1/namespaces/near/configmaps', map('ours', {}))
    await inClusters(federation, '/api/v1/namespaces/near/configmaps/ours', NAMES)
    await eventually('the namespaces are ours', async () => {
      assert.deepEqual(Object.keys(statesOf(await host.get('/api/v1/namespaces/near'))), NAMES)
    })
    const east = federation.member('east')
    await east.create('/api/v1/namespaces/near/configmaps', map('foreign', {}))
    await host.delete('/api/v1/namespaces/near', { propagationPolicy: 'Orphan' })
    await eventually('the host has deleted the namespace', async () => {
      assert.equal(await host.find('/api/v1/namespaces/near'), undefined)
    })
    await inClusters(federation, '/api/v1/namespaces/near', NAMES)
    await inClusters(federation, '/api/v1/namespaces/near/configmaps/ours', [])
    assert.ok(await east.find('/api/v1/namespaces/near/configmaps/foreign'))
  })

  it('waits for an unavailable cluster, while other objects go on without it', async () => {
    const federation = shared()
    const { host } = federation
    const path = `${APPS}/deployments/moving`
    await host.create(`${APPS}/deployments`, deployment('moving', 6))
    await host.create(`${CORE}/configmaps`, map('leaving', {}))
    await rolledOut(federation, path, 6)
    await inClusters(federation, `${CORE}/configmaps/leaving`, NAMES)
    await federation.member('west').stop()
    await eventually('the host notices that the cluster is unavailable', async () =>
      assert.ok(!(await federation.isReady('west'))),
    )
    await eventually('its replicas run elsewhere', async () => {
      assert.deepEqual(await federation.replicas(path), { east: 3, north: 3 })
      const { status } = await host.get(path)
      assert.equal(status.availableReplicas, 6)
      const { message } = condition({ status }, 'Propagated')
      assert.match(message, /1 of 3 clusters: west \(the cluster is not ready\)/)
    })
    await host.change(path, { spec: { template: template('moving', 'web:2') } })
    await host.delete(`${CORE}/configmaps/leaving`, CASCADE)
    await host.create(`${CORE}/configmaps`, map('new', {}))
    await inClusters(federation, `${CORE}/configmaps/leaving`, [])
    assert.ok(await host.find(`${CORE}/configmaps/leaving`), 'the deletion waits for the cluster')
    await federation.member('west').start()
    await inClusters(federation, `${CORE}/configmaps/new`, NAMES)
    await inClusters(federation, `${CORE}/configmaps/leaving`, [])
    await eventually('the deletion is complete', async () => {
      assert.equal(await host.find(`${CORE}/configmaps/leaving`), undefined)
    })
    await rolledOut(federation, path, 6)
    for (const copy of Object.values(await federation.copies(path))) assert.equal(imageOf(copy), 'web:2')
  })

  it('can give up on a cluster that does not come back', async () => {
    const federation = shared()
    const { host } = federation
    await host.create(`${CORE}/configmaps`, map('abandoned', {}))
    await inClusters(federation, `${CORE}/configmaps/abandoned`, NAMES)
    await federation.member('north').stop()
    await eventually('the host notices that the cluster is unavailable', async () =>
      assert.ok(!(await federation.isReady('north'))),
    )
    await host.delete(`${CORE}/configmaps/abandoned`, CASCADE)
    await eventually('the status names the cluster that the deletion waits for', async () => {
      assert.deepEqual(statesOf(await host.get(`${CORE}/configmaps/abandoned`)), { north: 'Unreachable' })
    })
    await eventually('an event names the cluster', async () => {
      const waits = (await eventsOf(federation, 'abandoned')).filter(
        ({ reason }) => reason === 'DeletionWaits',
      )
      assert.deepEqual(
        waits.map(({ type, message }) => `${type} ${message}`),
        ['Warning Deletion of configmap "shop/abandoned" waits for cluster north (not ready)'],
      )
    })
    await host.create(`${CORE}/configmaps`, map('left', {}, { [`${ANNOTATION}/clusters`]: 'east' }))
    await inClusters(federation, `${CORE}/configmaps/left`, ['east'])
    await host.delete(`${CORE}/configmaps/left`)
    await eventually('a deletion that orphans waits for no cluster', async () => {
      assert.equal(await host.find(`${CORE}/configmaps/left`), undefined)
    })
    await host.change(`${CORE}/configmaps/abandoned`, {
      metadata: { annotations: { [`${ANNOTATION}/give-up-clusters`]: 'north' } },
    })
    await eventually('the deletion is complete', async () => {
      assert.equal(await host.find(`${CORE}/configmaps/abandoned`), undefined)
    })
    await federation.member('north').start()
    await eventually('the cluster is back', async () => assert.ok(await federation.isReady('north')))
  })
})
