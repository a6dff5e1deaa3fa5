import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { startTestServer } from '#testing.js'

const container = (name: string, resources?: Json): Json => ({ name, image: 'a', resources })
const pod = (name: string, containers: readonly Json[], more: Json = {}): Json => ({
  metadata: { name },
  spec: { containers, ...more },
})
const claim = (name: string, storage: string): Json => ({
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
})

describe('limit ranges', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>
  let client: Client
  let namespaces = 0
  before(async () => {
    server = await startTestServer()
    client = new Client(server.url)
  })
  after(() => server.close())

  /** Creates a namespace with one limit range. */
  const limited = async (...limits: Json[]) => {
    const path = `/api/v1/namespaces/limited-${++namespaces}`
    const created = await client.post(`${path}/limitranges`, {
      metadata: { name: 'limits' },
      spec: { limits },
    })
    assert.equal(created.status, 201, created.text)
    return path
  }
  const rejected = async (path: string, body: Json) => {
    const { status, body: response } = await client.post(path, body)
    assert.equal(status, 403)
    assert.equal(response.reason, 'Forbidden')
    const kind = path.split('/').at(-1)
    assert.deepEqual(response.details, { name: body.metadata.name, kind })
    return response.message.replace(`${kind} "${body.metadata.name}" is forbidden: `, '')
  }

  it('set missing requests and limits of containers, and record it in an annotation', async () => {
    const path = await limited({
      type: 'Container',
      default: { cpu: '500m', memory: '256Mi' },
      defaultRequest: { cpu: '100m' },
    })
    const { status, body } = await client.post(
      `${path}/pods`,
      pod('web', [container('one'), container('two', { limits: { cpu: '2' }, requests: { cpu: '1' } })], {
        initContainers: [container('first', { limits: { cpu: '1', memory: '1Gi' } })],
      }),
    )
    assert.equal(status, 201)
    const [one, two] = body.spec.containers
    assert.deepEqual(one.resources, {
      limits: { cpu: '500m', memory: '256Mi' },
      requests: { cpu: '100m', memory: '256Mi' },
    })
    assert.deepEqual(two.resources, {
      limits: { cpu: '2', memory: '256Mi' },
      requests: { cpu: '1', memory: '256Mi' },
    })
    assert.equal(body.status.qosClass, 'Burstable')
    assert.equal(
      body.metadata.annotations['kubernetes.io/limit-ranger'],
      'LimitRanger plugin set: cpu, memory request for container one; cpu, memory limit for container one; ' +
        'memory request for container two; memory limit for container two',
    )
    const again = await client.put(`${path}/pods/web`, body)
    assert.deepEqual(again.body, body)
  })

  it('reject containers that request too little, too much, or nothing', async () => {
    const path = await limited({
      type: 'Container',
      min: { cpu: '200m' },
      max: { cpu: '1' },
      maxLimitRequestRatio: { cpu: '2' },
    })
    const errorOf = (resources: Json) => rejected(`${path}/pods`, pod('web', [container('main', resources)]))
    assert.equal(
      await errorOf({ requests: { cpu: '100m' }, limits: { cpu: '200m' } }),
      'minimum cpu usage per Container is 200m, but request is 100m',
    )
    assert.equal(
      await errorOf({ requests: { cpu: '1' }, limits: { cpu: '1500m' } }),
      'maximum cpu usage per Container is 1, but limit is 1500m',
    )
    assert.equal(
      await errorOf({ requests: { cpu: '300m' }, limits: { cpu: '900m' } }),
      'cpu max limit to request ratio per Container is 2, but provided ratio is 3.000000',
    )
    assert.equal(
      await errorOf({ requests: { cpu: '150m' }, limits: { cpu: '2' } }),
      '[minimum cpu usage per Container is 200m, but request is 150m, ' +
        'maximum cpu usage per Container is 1, but limit is 2, ' +
        'cpu max limit to request ratio per Container is 2, but provided ratio is 13.333333]',
    )
    // Validation errors come first.
    assert.equal((await client.post(`${path}/pods`, pod('web', []))).status, 422)
  })

  it('limit the sum of the containers of a pod', async () => {
    const path = await limited({ type: 'Pod', min: { memory: '64Mi' }, max: { cpu: '2' } })
    const each = (cpu: string) => ({ requests: { cpu, memory: '64Mi' }, limits: { cpu, memory: '64Mi' } })
    assert.equal(
      await rejected(`${path}/pods`, pod('web', [container('a', each('1')), container('b', each('1500m'))])),
      'maximum cpu usage per Pod is 2, but limit is 2500m',
    )
    const first = pod('web', [container('a', each('1'))], { initContainers: [container('i', each('3'))] })
    assert.equal(await rejected(`${path}/pods`, first), 'maximum cpu usage per Pod is 2, but limit is 3')
    assert.equal(
      await rejected(`${path}/pods`, pod('web', [container('a')])),
      '[minimum memory usage per Pod is 64Mi.  No request is specified, ' +
        'maximum cpu usage per Pod is 2.  No limit is specified]',
    )
    const { status } = await client.post(`${path}/pods`, pod('web', [container('a', each('2'))]))
    assert.equal(status, 201)
  })

  it('limit pods that are resized', async () => {
    const path = await limited({ type: 'Container', max: { cpu: '2' }, min: { cpu: '1' } })
    const web = `${path}/pods/web`
    assert.equal(
      (await client.post(`${path}/pods`, pod('web', [container('a', { limits: { cpu: '1' } })]))).status,
      201,
    )
    const sized = async (cpu: string) => {
      const { body } = await client.get(web)
      body.spec.containers[0].resources = { limits: { cpu }, requests: { cpu } }
      return client.put(`${web}/resize`, body)
    }
    const larger = await sized('3')
    assert.equal(larger.status, 403)
    assert.equal(
      larger.body.message,
      'pods "web" is forbidden: maximum cpu usage per Container is 2, but limit is 3',
    )
    assert.equal((await sized('2')).status, 200)
    // Other updates are not checked.
    await client.delete(`${path}/limitranges/limits`)
    await client.post(`${path}/limitranges`, {
      metadata: { name: 'limits' },
      spec: { limits: [{ type: 'Container', max: { cpu: '1' } }] },
    })
    const { body } = await client.get(web)
    body.spec.containers[0].image = 'b'
    assert.equal((await client.put(web, body)).status, 200)
  })

  it('limit the storage requests of claims', async () => {
    const path = await limited({
      type: 'PersistentVolumeClaim',
      min: { storage: '1Gi' },
      max: { storage: '5Gi' },
    })
    const claims = `${path}/persistentvolumeclaims`
    assert.equal(
      await rejected(claims, claim('data', '512Mi')),
      'minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 512Mi',
    )
    assert.equal(
      await rejected(claims, claim('data', '6Gi')),
      'maximum storage usage per PersistentVolumeClaim is 5Gi, but request is 6Gi',
    )
    assert.equal((await client.post(claims, claim('data', '2Gi'))).status, 201)
    // Status updates are not checked.
    await client.send(
      'PATCH',
      `${path}/limitranges/limits`,
      { spec: { limits: [{ type: 'PersistentVolumeClaim', max: { storage: '1Gi' } }] } },
      { 'content-type': 'application/merge-patch+json' },
    )
    const status = await client.send(
      'PATCH',
      `${claims}/data/status`,
      { status: { phase: 'Bound' } },
      { 'content-type': 'application/merge-patch+json' },
    )
    assert.equal(status.status, 200, status.text)
  })

  it('do not affect other namespaces', async () => {
    await limited({ type: 'Container', default: { cpu: '1' } })
    const { body } = await client.post('/api/v1/namespaces/free/pods', pod('web', [container('main')]))
    assert.deepEqual(body.spec.containers[0].resources, {})
    assert.equal(body.metadata.annotations, undefined)
  })
})
