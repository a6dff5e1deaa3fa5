import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { startTestServer } from '#testing.js'

const CLASSES = '/apis/storage.k8s.io/v1/volumeattributesclasses'
const CLAIMS = '/api/v1/namespaces/storage/persistentvolumeclaims'
const VOLUMES = '/api/v1/persistentvolumes'
const MERGE = { 'content-type': 'application/merge-patch+json' }

const attributes = (name: string): Json => ({
  metadata: { name },
  driverName: 'example.com',
  parameters: { iops: '100' },
})
const claim = (name: string, volumeAttributesClassName?: string): Json => ({
  metadata: { name },
  spec: {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
    volumeAttributesClassName,
  },
})
const volume = (name: string, volumeAttributesClassName: string): Json => ({
  metadata: { name },
  spec: {
    capacity: { storage: '1Gi' },
    accessModes: ['ReadWriteOnce'],
    csi: { driver: 'example.com', volumeHandle: name },
    volumeAttributesClassName,
  },
})

describe('VolumeAttributesClasses', async () => {
  const server = await startTestServer({
    runtimeConfig: { 'storage.k8s.io/v1/volumeattributesclasses': true, 'storage.k8s.io/v1beta1': true },
    simulateWorkloads: false,
  })
  after(() => server.close())
  const client = new Client(server.url)
  const patch = (path: string, change: Json) => client.send('PATCH', path, change, MERGE)
  const isThere = async (path: string) => {
    await server.settled()
    return (await client.get(path)).status === 200
  }

  it('are served in both versions, and are immutable', async () => {
    assert.equal((await client.post(CLASSES, attributes('gold'))).status, 201)
    const { body } = await client.get(`${CLASSES.replace('v1', 'v1beta1')}/gold`)
    assert.equal(body.apiVersion, 'storage.k8s.io/v1beta1')
    assert.deepEqual(body.metadata.finalizers, ['kubernetes.io/vac-protection'])
    const { status, body: rejected } = await patch(`${CLASSES}/gold`, { parameters: { iops: '200' } })
    assert.equal(status, 422)
    assert.match(rejected.message, /parameters: Forbidden: updates to parameters are forbidden\./)
    const { body: table } = await client.get(`${CLASSES}/gold`, {
      accept: 'application/json;as=Table;g=meta.k8s.io;v=v1',
    })
    assert.deepEqual(table.rows[0].cells.slice(0, 2), ['gold', 'example.com'])
  })

  it('are kept in claims and volumes', async () => {
    const { body } = await client.post(CLAIMS, claim('kept', 'gold'))
    assert.equal(body.spec.volumeAttributesClassName, 'gold')
    const status = { phase: 'Bound', currentVolumeAttributesClassName: 'gold' }
    const { body: bound } = await patch(`${CLAIMS}/kept/status`, { status })
    assert.equal(bound.status.currentVolumeAttributesClassName, 'gold')
    const change = (name: string | null) =>
      patch(`${CLAIMS}/kept`, { spec: { volumeAttributesClassName: name } })
    assert.equal((await change('silver')).status, 200)
    assert.equal((await change(null)).status, 422)
    const { body: made } = await client.post(VOLUMES, volume('kept', 'gold'))
    assert.equal(made.spec.volumeAttributesClassName, 'gold')
  })

  it('cannot change in a claim that is not bound', async () => {
    await client.post(CLAIMS, claim('unbound', 'gold'))
    const { status, body } = await patch(`${CLAIMS}/unbound`, {
      spec: { volumeAttributesClassName: 'silver' },
    })
    assert.equal(status, 422)
    assert.match(body.message, /spec is immutable after creation/)
  })

  it('stay as long as a claim or a volume names them', async () => {
    await client.post(CLASSES, attributes('used'))
    await client.post(CLAIMS, claim('user', 'used'))
    await client.post(VOLUMES, volume('user', 'used'))
    await client.delete(`${CLASSES}/used`)
    assert.equal(await isThere(`${CLASSES}/used`), true)
    await client.delete(`${CLAIMS}/user`)
    assert.equal(await isThere(`${CLASSES}/used`), true)
    await client.delete(`${VOLUMES}/user`)
    assert.equal(await isThere(`${CLASSES}/used`), false)
  })

  it('are a scope of quotas', async () => {
    const quota = (name: string, operator: string, values?: readonly string[]) => ({
      metadata: { name },
      spec: {
        hard: { persistentvolumeclaims: '1' },
        scopeSelector: { matchExpressions: [{ scopeName: 'VolumeAttributesClass', operator, values }] },
      },
    })
    const quotas = '/api/v1/namespaces/limited/resourcequotas'
    const claims = CLAIMS.replace('storage', 'limited')
    await client.post(quotas, quota('gold', 'In', ['gold']))
    const status = { hard: { persistentvolumeclaims: '1' }, used: { persistentvolumeclaims: '1' } }
    await patch(`${quotas}/gold/status`, { status })
    assert.equal((await client.post(claims, claim('a', 'gold'))).status, 403)
    assert.equal((await client.post(claims, claim('b', 'silver'))).status, 201)
    assert.equal((await client.post(claims, claim('c'))).status, 201)
  })
})

describe('claims and volumes without VolumeAttributesClasses', () => {
  it('name none', async (t) => {
    const server = await startTestServer()
    t.after(() => server.close())
    const client = new Client(server.url)
    assert.equal((await client.get(CLASSES)).status, 404)
    assert.equal((await client.get('/apis/storage.k8s.io/v1beta1')).status, 404)
    const { body } = await client.post(CLAIMS, claim('a', 'gold'))
    assert.equal(body.spec.volumeAttributesClassName, undefined)
    const { body: made } = await client.post(VOLUMES, volume('a', 'gold'))
    assert.equal(made.spec.volumeAttributesClassName, undefined)
  })
})
