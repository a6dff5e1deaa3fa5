import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '#test/support/client.js'
import { onEveryEngine } from '#test/support/server.js'

const MERGE = { 'content-type': 'application/merge-patch+json' }

const pod = (name: string, resources?: Json, more: Json = {}): Json => ({
  metadata: { name },
  spec: { containers: [{ name: 'main', image: 'a', resources }], ...more },
})

onEveryEngine('quotas', (client) => {
  /** Creates a namespace with a quota and a status without usage. */
  const bounded = async (namespace: string, hard: Json, spec: Json = {}) => {
    const path = `/api/v1/namespaces/${namespace}`
    const quota = await client.post(`${path}/resourcequotas`, {
      metadata: { name: 'quota' },
      spec: { hard, ...spec },
    })
    assert.equal(quota.status, 201, quota.text)
    const used = Object.fromEntries(Object.keys(hard).map((name) => [name, '0']))
    const status = await client.send(
      'PATCH',
      `${path}/resourcequotas/quota/status`,
      { status: { hard, used } },
      MERGE,
    )
    assert.equal(status.status, 200, status.text)
    return path
  }
  const usedIn = async (path: string) => (await client.get(`${path}/resourcequotas/quota`)).body.status.used
  const rejected = async (path: string, body: Json) => {
    const { status, body: response } = await client.post(path, body)
    assert.equal(status, 403, JSON.stringify(response))
    const [kind] = path.split('/').slice(-1)
    return response.message.replace(`${kind} "${body.metadata.name}" is forbidden: `, '')
  }

  it('limit the number of objects, and count each one in the write that creates it', async () => {
    const path = await bounded('counted', { configmaps: '2', 'count/deployments.apps': '1' })
    assert.equal((await client.post(`${path}/configmaps`, { metadata: { name: 'a' } })).status, 201)
    assert.equal(
      (await client.post(`${path}/configmaps?dryRun=All`, { metadata: { name: 'b' } })).status,
      201,
    )
    assert.equal((await client.post(`${path}/configmaps`, { metadata: { name: 'a' } })).status, 409)
    assert.deepEqual(await usedIn(path), { configmaps: '1', 'count/deployments.apps': '0' })
    const both = await Promise.all(
      ['c', 'd', 'e', 'f'].map((name) => client.post(`${path}/configmaps`, { metadata: { name } })),
    )
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 403, 403, 403])
    assert.equal(
      await rejected(`${path}/configmaps`, { metadata: { name: 'g' } }),
      'exceeded quota: quota, requested: configmaps=1, used: configmaps=2, limited: configmaps=2',
    )
    const deployment = (name: string) => ({
      metadata: { name },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'a' }] } },
      },
    })
    const old = '/apis/extensions/v1beta1/namespaces/counted/deployments'
    assert.equal((await client.post(old, deployment('old'))).status, 201)
    assert.equal(
      (await client.post('/apis/apps/v1/namespaces/counted/deployments', deployment('new'))).status,
      403,
    )
  })

  it('limit the requests of pods, and require them of every container', async () => {
    const path = await bounded('computing', { pods: '3', 'requests.cpu': '1', 'limits.memory': '1Gi' })
    assert.equal(
      await rejected(`${path}/pods`, pod('silent', { requests: { cpu: '1' } })),
      'failed quota: quota: must specify limits.memory for: main',
    )
    const some = { requests: { cpu: '600m' }, limits: { memory: '256Mi' } }
    assert.equal((await client.post(`${path}/pods`, pod('one', some))).status, 201)
    assert.deepEqual(await usedIn(path), { 'limits.memory': '256Mi', pods: '1', 'requests.cpu': '600m' })
    assert.equal(
      await rejected(`${path}/pods`, pod('two', some)),
      'exceeded quota: quota, requested: requests.cpu=600m, used: requests.cpu=600m, limited: requests.cpu=1',
    )
  })

  it('are all checked for what they require before one is exceeded', async () => {
    const path = await bounded('several', { pods: '0' })
    await client.post(`${path}/resourcequotas`, {
      metadata: { name: 'second' },
      spec: { hard: { 'requests.cpu': '1' } },
    })
    await client.send(
      'PATCH',
      `${path}/resourcequotas/second/status`,
      { status: { hard: { 'requests.cpu': '1' }, used: { 'requests.cpu': '0' } } },
      MERGE,
    )
    assert.equal(
      await rejected(`${path}/pods`, pod('silent')),
      'failed quota: second: must specify requests.cpu for: main',
    )
    assert.equal(
      await rejected(`${path}/pods`, pod('one-more', { requests: { cpu: '1' } })),
      'exceeded quota: quota, requested: pods=1, used: pods=0, limited: pods=0',
    )
  })

  it('limit services and claims, also on updates', async () => {
    const path = await bounded('changed', { 'services.nodeports': '1', 'requests.storage': '10Gi' })
    const service = (name: string, type: string) => ({
      metadata: { name },
      spec: { type, ports: [{ port: 80 }] },
    })
    const { body } = await client.post(`${path}/services`, service('one', 'ClusterIP'))
    const changed = await client.put(`${path}/services/one`, {
      ...body,
      spec: { ...body.spec, type: 'NodePort' },
    })
    assert.equal(changed.status, 200, changed.text)
    assert.equal((await client.put(`${path}/services/one`, changed.body)).status, 200)
    assert.equal((await usedIn(path))['services.nodeports'], '1')
    assert.match(await rejected(`${path}/services`, service('two', 'NodePort')), /^exceeded quota: quota, /)
    const claim = (name: string, storage: string) => ({
      metadata: { name },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
    })
    assert.equal((await client.post(`${path}/persistentvolumeclaims`, claim('data', '8Gi'))).status, 201)
    assert.equal((await usedIn(path))['requests.storage'], '8Gi')
    assert.equal((await client.post(`${path}/persistentvolumeclaims`, claim('more', '4Gi'))).status, 403)
  })

  it('count whole bytes of claims, and what has been allocated to them', async () => {
    const path = await bounded('allocated', { 'requests.storage': '5Gi' })
    await client.post('/apis/storage.k8s.io/v1/storageclasses', {
      metadata: { name: 'expandable' },
      provisioner: 'example.com/disks',
      allowVolumeExpansion: true,
    })
    const claims = `${path}/persistentvolumeclaims`
    const claim = (name: string, storage: string) => ({
      metadata: { name },
      spec: {
        storageClassName: 'expandable',
        volumeName: 'disk',
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage } },
      },
    })
    assert.equal((await client.post(claims, claim('small', '500m'))).status, 201)
    assert.equal((await usedIn(path))['requests.storage'], '1')
    assert.equal((await client.post(claims, claim('data', '1Gi'))).status, 201)
    const status = { phase: 'Bound', capacity: { storage: '1Gi' }, allocatedResources: { storage: '3Gi' } }
    assert.equal((await client.send('PATCH', `${claims}/data/status`, { status }, MERGE)).status, 200)
    const before = await usedIn(path)
    const requested = (storage: string) =>
      client.send('PATCH', `${claims}/data`, { spec: { resources: { requests: { storage } } } }, MERGE)
    assert.equal((await requested('2Gi')).status, 200)
    assert.deepEqual(await usedIn(path), before)
    assert.equal((await requested('9Gi')).status, 403)
  })

  it('count only the pods of their scopes', async () => {
    const path = await bounded('scoped', { pods: '1' }, { scopes: ['BestEffort'] })
    const resources = { requests: { cpu: '1' } }
    assert.equal((await client.post(`${path}/pods`, pod('complete', resources))).status, 201)
    assert.equal((await client.post(`${path}/pods`, pod('one'))).status, 201)
    assert.equal((await client.post(`${path}/pods`, pod('two'))).status, 403)
    assert.deepEqual(await usedIn(path), { pods: '1' })
  })

  it('are enforced once the status has hard limits, and reject writes while the usage is unknown', async () => {
    const path = '/api/v1/namespaces/untold'
    const quota = { metadata: { name: 'quota' }, spec: { hard: { configmaps: '0' } } }
    await client.post(`${path}/resourcequotas`, quota)
    assert.equal((await client.post(`${path}/configmaps`, { metadata: { name: 'a' } })).status, 201)
    const status = { status: { hard: { configmaps: '5' } } }
    await client.send('PATCH', `${path}/resourcequotas/quota/status`, status, MERGE)
    assert.equal(
      await rejected(`${path}/configmaps`, { metadata: { name: 'b' } }),
      'status unknown for quota: quota, resources: configmaps',
    )
  })
})
