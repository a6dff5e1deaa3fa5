import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { startTestServer } from '#testing.js'
import { Client } from '../support/client.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const CONFIG_MAPS = '/api/v1/namespaces/test/configmaps'
const DEPLOYMENTS = '/apis/apps/v1/namespaces/test/deployments'

async function started(t: TestContext, options = {}) {
  const server = await startTestServer(options)
  t.after(() => server.close())
  return { server, client: new Client(server.url) }
}

const merge = (client: Client, path: string, patch: object) =>
  client.send('PATCH', path, patch, { 'content-type': 'application/merge-patch+json' })

const configMap = (name: string, data = {}) => ({ metadata: { name }, data })

const deployment = (name: string) => ({
  metadata: { name },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'main', image: 'nginx' }] },
    },
  },
})

async function namesIn(client: Client, path: string): Promise<string[]> {
  const { body } = await client.get(path)
  return body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)
}

describe('a reset', () => {
  it('brings back the state after start', async (t) => {
    const { server, client } = await started(t)
    const before = await namesIn(client, '/api/v1/namespaces')
    await client.post(CONFIG_MAPS, configMap('a'))
    await client.delete('/api/v1/namespaces/default')
    await server.settled()
    await server.reset()
    assert.deepEqual(await namesIn(client, CONFIG_MAPS), [])
    assert.deepEqual(await namesIn(client, '/api/v1/namespaces'), before)
  })

  it('brings it back every time', async (t) => {
    const { server, client } = await started(t)
    for (const name of ['a', 'b', 'a']) {
      assert.equal((await client.post(CONFIG_MAPS, configMap(name))).status, 201)
      assert.deepEqual(await namesIn(client, CONFIG_MAPS), [name])
      await server.reset()
    }
    assert.deepEqual(await namesIn(client, CONFIG_MAPS), [])
  })

  it('removes what controllers have made, and they make it again', async (t) => {
    const { server, client } = await started(t, { simulateWorkloads: true })
    for (let round = 0; round < 2; round++) {
      await client.post(DEPLOYMENTS, deployment('web'))
      await server.settled()
      assert.equal((await namesIn(client, '/api/v1/namespaces/test/pods')).length, 2)
      await server.reset()
      assert.deepEqual(await namesIn(client, '/api/v1/pods'), [])
      assert.deepEqual(await namesIn(client, '/apis/apps/v1/replicasets'), [])
    }
  })

  for (const when of ['at once', 'when the garbage collector is done']) {
    it(`brings back owners and dependents that were deleted, ${when}`, async (t) => {
      const { server, client } = await started(t, { simulateWorkloads: true })
      await client.post(DEPLOYMENTS, deployment('web'))
      await server.settled()
      const saved = server.snapshot()
      const pods = await namesIn(client, '/api/v1/namespaces/test/pods')
      await client.delete(`${DEPLOYMENTS}/web`)
      if (when !== 'at once') await server.settled()
      await server.restore(saved)
      assert.equal(pods.length, 2)
      assert.deepEqual(await namesIn(client, '/api/v1/namespaces/test/pods'), pods)
      assert.deepEqual(await namesIn(client, DEPLOYMENTS), ['web'])
      // The collector still knows who owns them.
      await client.delete(`${DEPLOYMENTS}/web`)
      await server.settled()
      assert.deepEqual(await namesIn(client, '/api/v1/namespaces/test/pods'), [])
    })
  }

  it('sends its differences to open watches as ordinary events', async (t) => {
    const { server, client } = await started(t)
    await client.post(CONFIG_MAPS, configMap('a'))
    const { resourceVersion } = (await client.get(CONFIG_MAPS)).body.metadata
    const watch = await fetch(`${server.url}${CONFIG_MAPS}?watch=true&resourceVersion=${resourceVersion}`)
    await server.reset()
    const { value } = (await watch.body?.getReader().read()) ?? {}
    const event = JSON.parse(Buffer.from(value as Uint8Array).toString())
    assert.deepEqual([event.type, event.object.metadata.name], ['DELETED', 'a'])
  })

  it('lets custom resources come and go with their definition', async (t) => {
    const { server, client } = await started(t)
    const definition = {
      metadata: { name: 'boats.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'boats', singular: 'boat', kind: 'Boat', listKind: 'BoatList' },
        versions: [
          { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
        ],
      },
    }
    for (let round = 0; round < 2; round++) {
      assert.equal((await client.get('/apis/example.com/v1/boats')).status, 404)
      await client.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition)
      await server.settled()
      assert.equal((await client.get('/apis/example.com/v1/boats')).status, 200)
      await server.reset()
    }
  })

  it('needs the storage in memory', async (t) => {
    const { path: dataDir, remove } = await temporaryFolder()
    t.after(remove)
    const { server } = await started(t, { storage: 'embedded', dataDir })
    await assert.rejects(server.reset(), /need the storage 'memory'/)
    assert.throws(() => server.snapshot(), TypeError)
  })
})

describe('a snapshot', () => {
  it('is brought back with the uids and times of its objects', async (t) => {
    const { server, client } = await started(t)
    await client.post(CONFIG_MAPS, configMap('a', { x: '1' }))
    await client.post(CONFIG_MAPS, configMap('b'))
    const before = (await client.get(`${CONFIG_MAPS}/a`)).body
    const saved = server.snapshot()
    await client.delete(`${CONFIG_MAPS}/a`)
    await merge(client, `${CONFIG_MAPS}/b`, { data: { y: '2' } })
    await client.post(CONFIG_MAPS, configMap('c'))
    await server.restore(saved)
    assert.deepEqual(await namesIn(client, CONFIG_MAPS), ['a', 'b'])
    const after = (await client.get(`${CONFIG_MAPS}/a`)).body
    assert.ok(Number(after.metadata.resourceVersion) > Number(before.metadata.resourceVersion))
    after.metadata.resourceVersion = before.metadata.resourceVersion
    assert.deepEqual(after, before)
    assert.equal((await client.get(`${CONFIG_MAPS}/b`)).body.data, undefined)
  })

  it('can be kept in a file, for another server too', async (t) => {
    const folder = await temporaryFolder()
    t.after(folder.remove)
    const path = join(folder.path, 'state')
    const first = await started(t)
    await first.client.post(CONFIG_MAPS, configMap('a', { x: '1' }))
    await first.server.snapshot().save(path)
    await first.client.delete(`${CONFIG_MAPS}/a`)
    await first.server.restore(path)
    const second = await started(t)
    await second.client.post(CONFIG_MAPS, configMap('b'))
    await second.server.restore(path)
    for (const { client } of [first, second]) {
      assert.deepEqual(await namesIn(client, CONFIG_MAPS), ['a'])
      assert.deepEqual((await client.get(`${CONFIG_MAPS}/a`)).body.data, { x: '1' })
    }
  })

  it('of a file that is not a snapshot is refused', async (t) => {
    const { server } = await started(t)
    await assert.rejects(server.restore(new URL(import.meta.url).pathname), /not an export/)
  })
})

describe('a fork', () => {
  it('has the same objects and its own changes', async (t) => {
    const { server, client } = await started(t, { simulateWorkloads: true })
    await client.post(DEPLOYMENTS, deployment('web'))
    await client.post(CONFIG_MAPS, configMap('a'))
    await server.settled()
    const copy = await server.fork()
    t.after(() => copy.close())
    const copyClient = new Client(copy.url)
    const path = `${DEPLOYMENTS}/web`
    assert.deepEqual((await copyClient.get(path)).body, (await client.get(path)).body)

    await copyClient.delete(`${CONFIG_MAPS}/a`)
    await merge(client, path, { spec: { replicas: 3 } })
    await server.settled()
    await copy.settled()
    assert.equal((await client.get(`${CONFIG_MAPS}/a`)).status, 200)
    assert.equal((await copyClient.get(`${CONFIG_MAPS}/a`)).status, 404)
    assert.equal((await namesIn(client, '/api/v1/namespaces/test/pods')).length, 3)
    assert.equal((await namesIn(copyClient, '/api/v1/namespaces/test/pods')).length, 2)
  })

  it('has the history before it', async (t) => {
    const { server, client } = await started(t)
    const { resourceVersion } = (await client.get(CONFIG_MAPS)).body.metadata
    await client.post(CONFIG_MAPS, configMap('a'))
    const copy = await server.fork()
    t.after(() => copy.close())
    const watch = await fetch(`${copy.url}${CONFIG_MAPS}?watch=true&resourceVersion=${resourceVersion}`)
    const { value } = (await watch.body?.getReader().read()) ?? {}
    assert.equal(JSON.parse(Buffer.from(value as Uint8Array).toString()).object.metadata.name, 'a')
  })

  it('is reset to the state that it was made with', async (t) => {
    const { server, client } = await started(t)
    await client.post(CONFIG_MAPS, configMap('a'))
    const copy = await server.fork()
    t.after(() => copy.close())
    const copyClient = new Client(copy.url)
    await copyClient.post(CONFIG_MAPS, configMap('b'))
    await copy.reset()
    assert.deepEqual(await namesIn(copyClient, CONFIG_MAPS), ['a'])
  })
})
