import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { startTestServer, type TestServer } from '#testing.js'
import { Client } from '../support/client.js'

const PODS = '/api/v1/namespaces/test/pods'
const DEPLOYMENTS = '/apis/apps/v1/namespaces/test/deployments'
const REPLICA_SETS = '/apis/apps/v1/namespaces/test/replicasets'
const SERVICES = '/api/v1/namespaces/test/services'

async function started(t: TestContext, options = {}) {
  const server = await startTestServer({ simulateWorkloads: true, ...options })
  t.after(() => server.close())
  return server
}

const workload = (name: string, labels: Record<string, string> = { app: name }, more = {}) => ({
  metadata: { name },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: labels.app } },
    template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'nginx', ...more }] } },
  },
})

/** What a seed decides, after some requests of which many run at once. */
async function run(server: TestServer) {
  const client = new Client(server.url)
  await Promise.all([
    ...['web', 'api', 'jobs'].map((name) => client.post(DEPLOYMENTS, workload(name))),
    ...['a', 'b', 'c'].map((name) =>
      client.post(SERVICES, {
        metadata: { name },
        spec: { type: 'NodePort', selector: { app: 'web' }, ports: [{ port: 80 }] },
      }),
    ),
  ])
  for (let count = 0; count < 3; count++) {
    await client.post('/api/v1/namespaces/test/configmaps', { metadata: { generateName: 'map-' } })
  }
  await server.settled()
  return decided(server)
}

interface Decided {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly uid: string; readonly namespace?: string }
  readonly spec?: { readonly clusterIP?: string; readonly ports?: readonly { readonly nodePort?: number }[] }
  readonly status?: { readonly podIP?: string }
}

async function decided(server: TestServer): Promise<string[]> {
  const client = new Client(server.url)
  const paths = ['/api/v1/namespaces', PODS, REPLICA_SETS, SERVICES, '/api/v1/namespaces/test/configmaps']
  const others = [
    '/api/v1/namespaces/test/events',
    '/apis/discovery.k8s.io/v1/namespaces/test/endpointslices',
  ]
  const lists = await Promise.all([...paths, ...others].map((path) => client.get(path)))
  return lists.flatMap(({ body }) =>
    (body.items as Decided[]).map(({ metadata, spec, status }) =>
      [metadata.name, metadata.uid, spec?.clusterIP, spec?.ports?.[0]?.nodePort, status?.podIP].join(' '),
    ),
  )
}

describe('a seed', () => {
  it('gives the same uids, names, addresses and ports in every run', async (t) => {
    const [first, second] = [
      await run(await started(t, { seed: 1 })),
      await run(await started(t, { seed: 1 })),
    ]
    assert.ok(first.length > 20)
    assert.deepEqual(first, second)
  })

  it('gives others than another seed, and than none', async (t) => {
    const first = new Set(await run(await started(t, { seed: 1 })))
    for (const options of [{ seed: 2 }, {}]) {
      const others = await run(await started(t, options))
      assert.deepEqual(
        others.filter((line) => first.has(line)),
        [],
      )
    }
  })

  it('gives an object another uid when it is created again', async (t) => {
    const server = await started(t, { seed: 1 })
    const client = new Client(server.url)
    const create = () => client.post('/api/v1/namespaces/test/configmaps', { metadata: { name: 'a' } })
    const first = (await create()).body.metadata.uid
    assert.match(first, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    await client.delete('/api/v1/namespaces/test/configmaps/a')
    assert.notEqual((await create()).body.metadata.uid, first)
  })

  it('starts again after a reset', async (t) => {
    const server = await started(t, { seed: 1 })
    const first = await run(server)
    await server.reset()
    assert.deepEqual(await run(server), first)
  })

  it('goes on in a fork and after a snapshot as it would have', async (t) => {
    const server = await started(t, { seed: 1 })
    await new Client(server.url).post(DEPLOYMENTS, workload('first'))
    await server.settled()
    const saved = server.snapshot()
    const copy = await server.fork()
    t.after(() => copy.close())
    const expected = await run(copy)
    assert.deepEqual(await run(server), expected)
    await server.restore(saved)
    assert.deepEqual(await run(server), expected)
  })

  it('does not decide tokens', async (t) => {
    const token = async () => {
      const server = await started(t, { seed: 1, users: { admin: ['system:masters'] } })
      const body = JSON.stringify({ spec: {} })
      const headers = { 'content-type': 'application/json' }
      const path = '/api/v1/namespaces/default/serviceaccounts/default/token'
      await server.settled()
      const response = await server.as('admin')(path, { method: 'POST', headers, body })
      const { status } = (await response.json()) as { status: { token: string } }
      return JSON.parse(Buffer.from(status.token.split('.')[1] ?? '', 'base64url').toString()).jti
    }
    assert.notEqual(await token(), await token())
  })

  it('is a number', async () => {
    await assert.rejects(startTestServer({ seed: 'x' as never }), /seed: expected a number/)
  })
})

describe('the hash of a pod template', () => {
  async function hashOf(server: TestServer, object: ReturnType<typeof workload>): Promise<string> {
    const client = new Client(server.url)
    await client.post(DEPLOYMENTS, object)
    await server.settled()
    const { body } = await client.get(
      `${REPLICA_SETS}?labelSelector=app=${object.spec.selector.matchLabels.app}`,
    )
    const [{ metadata }] = body.items
    assert.equal(metadata.name, `${object.metadata.name}-${metadata.labels['pod-template-hash']}`)
    return metadata.labels['pod-template-hash']
  }

  it('depends on the template alone', async (t) => {
    const one = await hashOf(await started(t), workload('web', { app: 'x', tier: 'front' }))
    assert.match(one, /^[4-9bcdf]{8,10}$/)
    const server = await started(t, { seed: 7 })
    assert.equal(await hashOf(server, workload('other', { tier: 'front', app: 'x' })), one)
    assert.notEqual(await hashOf(server, workload('third', { app: 'y', tier: 'front' })), one)
  })

  it('is another one if the name is taken, and the deployment counts the collision', async (t) => {
    const server = await started(t)
    const client = new Client(server.url)
    const hash = await hashOf(server, workload('web'))
    await client.delete(`${DEPLOYMENTS}/web`)
    await server.settled()
    const taken = workload(`web-${hash}`, { app: 'someone' })
    assert.equal(
      (await client.post(REPLICA_SETS, { ...taken, spec: { ...taken.spec, replicas: 0 } })).status,
      201,
    )
    assert.notEqual(await hashOf(server, workload('web')), hash)
    const { body } = await client.get(`${DEPLOYMENTS}/web`)
    assert.equal(body.status.collisionCount, 1)
    assert.equal(body.status.readyReplicas, 3)
  })

  it('is another one for a stateful set whose revision has a taken name', async (t) => {
    const server = await started(t)
    const client = new Client(server.url)
    const sets = '/apis/apps/v1/namespaces/test/statefulsets'
    const revisions = '/apis/apps/v1/namespaces/test/controllerrevisions'
    await client.post(sets, workload('db'))
    await server.settled()
    const [{ metadata }] = (await client.get(revisions)).body.items
    await client.delete(`${sets}/db`)
    await server.settled()
    await client.post(revisions, { metadata: { name: metadata.name }, data: {}, revision: 1 })
    await client.post(sets, workload('db'))
    await server.settled()
    const { body } = await client.get(`${sets}/db`)
    assert.deepEqual([body.status.collisionCount, body.status.readyReplicas], [1, 3])
    assert.notEqual(body.status.updateRevision, metadata.name)
  })
})
