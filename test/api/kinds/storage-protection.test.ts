import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { startTestServer } from '#testing.js'

const CLAIMS = '/api/v1/namespaces/storage/persistentvolumeclaims'
const PODS = '/api/v1/namespaces/storage/pods'
const VOLUMES = '/api/v1/persistentvolumes'
const MERGE = { 'content-type': 'application/merge-patch+json' }

const claim = (name: string): Json => ({
  ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name } },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
})
const pod = (name: string, claimName: string, nodeName?: string): Json => ({
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name } },
  spec: {
    ...{ nodeName, containers: [{ name: 'main', image: 'web:1' }] },
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }],
  },
})
const volume = (name: string): Json => ({
  ...{ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name } },
  spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' } },
})

describe('deletion of storage', async () => {
  const server = await startTestServer()
  after(() => server.close())
  const client = new Client(server.url)
  const isThere = async (path: string) => {
    await server.settled()
    return (await client.get(path)).status === 200
  }

  it('a claim that no pod on a node uses is deleted', async () => {
    await client.post(CLAIMS, claim('free'))
    await client.post(PODS, pod('waiting', 'free'))
    const { body } = await client.delete(`${CLAIMS}/free`)
    assert.deepEqual(body.metadata.finalizers, ['kubernetes.io/pvc-protection'])
    assert.equal(await isThere(`${CLAIMS}/free`), false)
  })

  it('a claim that a pod on a node uses stays until the pod is deleted', async () => {
    await client.post(CLAIMS, claim('used'))
    await client.post(PODS, pod('running', 'used', 'node-1'))
    await client.delete(`${CLAIMS}/used`)
    assert.equal(await isThere(`${CLAIMS}/used`), true)
    await client.delete(`${PODS}/running`, { gracePeriodSeconds: 0 })
    assert.equal(await isThere(`${CLAIMS}/used`), false)
  })

  it('a claim of several pods stays until the last of them is deleted', async () => {
    await client.post(CLAIMS, claim('shared'))
    for (const name of ['first', 'second']) await client.post(PODS, pod(name, 'shared', 'node-1'))
    await client.post(PODS, pod('other', 'shared-not', 'node-1'))
    await client.delete(`${CLAIMS}/shared`)
    for (const name of ['other', 'first']) {
      await client.delete(`${PODS}/${name}`, { gracePeriodSeconds: 0 })
      assert.equal(await isThere(`${CLAIMS}/shared`), true, name)
    }
    await client.delete(`${PODS}/second`, { gracePeriodSeconds: 0 })
    assert.equal(await isThere(`${CLAIMS}/shared`), false)
  })

  it('a claim of an ephemeral volume stays as long as its pod', async () => {
    await client.post(CLAIMS, claim('owner-scratch'))
    const template = { spec: claim('x').spec }
    const volumes = [{ name: 'scratch', ephemeral: { volumeClaimTemplate: template } }]
    const body = pod('owner', 'x', 'node-1')
    await client.post(PODS, { ...body, spec: { ...body.spec, volumes } })
    await client.delete(`${CLAIMS}/owner-scratch`)
    assert.equal(await isThere(`${CLAIMS}/owner-scratch`), true)
    await client.delete(`${PODS}/owner`, { gracePeriodSeconds: 0 })
    assert.equal(await isThere(`${CLAIMS}/owner-scratch`), false)
  })

  it('a volume stays as long as it is bound', async () => {
    await client.post(VOLUMES, volume('bound'))
    await client.send('PATCH', `${VOLUMES}/bound/status`, { status: { phase: 'Bound' } }, MERGE)
    await client.delete(`${VOLUMES}/bound`)
    assert.equal(await isThere(`${VOLUMES}/bound`), true)
    await client.send('PATCH', `${VOLUMES}/bound/status`, { status: { phase: 'Released' } }, MERGE)
    assert.equal(await isThere(`${VOLUMES}/bound`), false)
  })

  it('other finalizers also keep it', async () => {
    const held = claim('held')
    held.metadata.finalizers = ['example.com/hold']
    await client.post(CLAIMS, held)
    await client.delete(`${CLAIMS}/held`)
    assert.equal(await isThere(`${CLAIMS}/held`), true)
    const { body } = await client.get(`${CLAIMS}/held`)
    assert.deepEqual(body.metadata.finalizers, ['example.com/hold'])
  })

  it('a namespace with claims can be deleted', async () => {
    await client.post('/api/v1/namespaces/leaving/persistentvolumeclaims', claim('data'))
    await client.delete('/api/v1/namespaces/leaving')
    assert.equal(await isThere('/api/v1/namespaces/leaving'), false)
  })
})
