import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createServer } from '#index.js'
import { Client, type Json } from '#test/support/client.js'
import { deployment } from '#test/support/objects.js'
import { DURABLE_ENGINES, onEveryEngine } from '#test/support/server.js'
import { startTestServer } from '#testing.js'

const NAMESPACES = '/api/v1/namespaces'
const HELD = { finalizers: ['example.com/held'] }
const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' }

const configMap = (name: string, metadata: Json = {}): Json => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
})
const make = (client: Client, name: string) =>
  client.post(NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
const put = (client: Client, namespace: string, object: Json) =>
  client.post(`${NAMESPACES}/${namespace}/configmaps`, object)
const letGo = (client: Client, namespace: string, name: string) =>
  client.send(
    'PATCH',
    `${NAMESPACES}/${namespace}/configmaps/${name}`,
    { metadata: { finalizers: null } },
    MERGE_PATCH,
  )

/** Resolves with the namespace when the watch shows it in that state; undefined means deleted. */
async function until(client: Client, name: string, reached: (namespace: Json | undefined) => boolean) {
  for (;;) {
    const { status, body } = await client.get(`${NAMESPACES}/${name}`)
    const found = status === 404 ? undefined : body
    if (reached(found)) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
const gone = (client: Client, name: string) => until(client, name, (found) => found === undefined)
const conditionOf = (namespace: Json, type: string) =>
  namespace?.status.conditions?.find((condition: Json) => condition.type === type)

async function started(t: TestContext, options: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(options)
  t.after(() => server.close())
  return new Client(server.url)
}

onEveryEngine('a namespace', (client) => {
  it('is created with the first object in it, in every API version', async () => {
    const path = '/apis/extensions/v1beta1/namespaces/on-demand/deployments'
    assert.equal((await client.get(`${NAMESPACES}/on-demand`)).status, 404)
    assert.equal((await client.post(path, deployment('web'))).status, 201)
    const { body } = await client.get(`${NAMESPACES}/on-demand`)
    assert.deepEqual(body.spec, { finalizers: ['kubernetes'] })
    assert.deepEqual(body.status, { phase: 'Active' })
    assert.deepEqual(body.metadata.labels, { 'kubernetes.io/metadata.name': 'on-demand' })
  })

  it('is not created by reads, dry runs or rejected writes', async () => {
    assert.deepEqual((await client.get(`${NAMESPACES}/unused/configmaps`)).body.items, [])
    assert.equal(
      (await client.post(`${NAMESPACES}/unused/configmaps?dryRun=All`, configMap('a'))).status,
      201,
    )
    assert.equal((await put(client, 'No_Name', configMap('a'))).status, 422)
    const names = (await client.get(NAMESPACES)).body.items.map(({ metadata }: Json) => metadata.name)
    assert.ok(names.includes('default'))
    assert.ok(!names.includes('unused') && !names.includes('No_Name'))
  })

  it('is deleted with all its objects, and can be created again', async () => {
    const before = (await make(client, 'short-lived')).body
    await put(client, 'short-lived', configMap('a'))
    await client.post('/apis/apps/v1/namespaces/short-lived/deployments', {
      ...deployment('web', { selector: { matchLabels: { app: 'web' } } }),
      apiVersion: 'apps/v1',
    })
    const { status, body } = await client.delete(`${NAMESPACES}/short-lived`)
    assert.equal(status, 200)
    assert.equal(body.status.phase, 'Terminating')
    await gone(client, 'short-lived')
    assert.deepEqual((await client.get(`${NAMESPACES}/short-lived/configmaps`)).body.items, [])
    const deployments = await client.get('/apis/extensions/v1beta1/namespaces/short-lived/deployments')
    assert.deepEqual(deployments.body.items, [])
    assert.notEqual((await make(client, 'short-lived')).body.metadata.uid, before.metadata.uid)
  })

  it('that is terminating rejects new objects, reports what it waits for, and is deleted after that', async () => {
    await make(client, 'waiting')
    await put(client, 'waiting', configMap('held', HELD))
    await client.delete(`${NAMESPACES}/waiting`)
    const refused = await put(client, 'waiting', configMap('late'))
    assert.equal(refused.status, 403)
    assert.equal(
      refused.body.message,
      'configmaps "late" is forbidden: unable to create new content in namespace waiting because it is being terminated',
    )
    assert.equal(refused.body.details.causes[0].reason, 'NamespaceTerminating')
    const nameless = await put(client, 'waiting', { metadata: { generateName: 'late-' } })
    assert.match(nameless.body.message, /^configmaps "late-" is forbidden: /)
    const isReported = (found: Json) => conditionOf(found, 'NamespaceFinalizersRemaining')?.status === 'True'
    const namespace = await until(client, 'waiting', isReported)
    assert.match(conditionOf(namespace, 'NamespaceContentRemaining').message, /configmaps\. has 1 resource/)
    assert.match(
      conditionOf(namespace, 'NamespaceFinalizersRemaining').message,
      /example\.com\/held in 1 resource/,
    )
    assert.equal((await client.delete(`${NAMESPACES}/waiting`)).status, 200)
    assert.equal((await letGo(client, 'waiting', 'held')).status, 200)
    await gone(client, 'waiting')
  })
})

describe('the default namespace', () => {
  it('exists from the start and cannot be deleted', async (t) => {
    const client = await started(t)
    await until(client, 'default', (found) => found !== undefined)
    const { status, body } = await client.delete(`${NAMESPACES}/default`)
    assert.equal(status, 403)
    assert.equal(body.message, 'namespaces "default" is forbidden: this namespace may not be deleted')
  })
})

describe('without automatic namespaces', () => {
  it('objects can only be created in a namespace that exists', async (t) => {
    const client = await started(t, { namespaces: 'strict' })
    const refused = await put(client, 'later', configMap('a'))
    assert.equal(refused.status, 404)
    assert.equal(refused.body.message, 'namespaces "later" not found')
    assert.equal((await make(client, 'later')).status, 201)
    assert.equal((await put(client, 'later', configMap('a'))).status, 201)
    assert.equal((await put(client, 'default', configMap('a'))).status, 201)
  })
})

for (const { name: engine, skip, makeHome } of DURABLE_ENGINES) {
  describe(`a namespace that is terminating when the server stops, ${engine}`, { skip }, () => {
    it('is deleted after the restart', async (t) => {
      const home = await makeHome()
      t.after(() => home.remove())
      const options = { ...home.options, port: 0, logLevel: 'silent' } as const
      const first = await createServer(options)
      const before = new Client(first.url)
      await put(before, 'interrupted', configMap('held', HELD))
      for (let index = 0; index < 50; index++) await put(before, 'interrupted', configMap(`object-${index}`))
      await before.delete(`${NAMESPACES}/interrupted`)
      await first.close()
      const second = await createServer(options)
      const client = new Client(second.url)
      try {
        const { body } = await client.get(`${NAMESPACES}/interrupted`)
        assert.equal(body.status.phase, 'Terminating')
        assert.equal((await put(client, 'interrupted', configMap('late'))).status, 403)
        await letGo(client, 'interrupted', 'held')
        await gone(client, 'interrupted')
        assert.deepEqual((await client.get(`${NAMESPACES}/interrupted/configmaps`)).body.items, [])
      } finally {
        await second.close()
      }
    })
  })
}
