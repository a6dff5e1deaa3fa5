import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createServer, type RunningServer } from '#index.js'
import { type Operation, StorageUnavailable, type WriteOutcome } from '#storage/contract.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import { until } from '#test/clients/support/until.js'
import { alteredStorage } from '#test/support/altered-storage.js'
import { Client } from '#test/support/client.js'
import { EtcdCluster, etcdMissing } from '#test/support/etcd/member.js'
import { DURABLE_ENGINES } from '#test/support/server.js'
import { serverOn } from '#test/support/servers/server-on.js'
import { APPS, controlled, setImage, shownImages, workload } from '#test/support/workloads.js'
import { startTestServer } from '#testing.js'

const DEPLOYMENTS = `${APPS}/deployments`
const REPLICASETS = `${APPS}/replicasets`
const WEB = `${DEPLOYMENTS}/web`

const create = async (client: Client) => (await client.post(DEPLOYMENTS, workload('Deployment', 'web'))).body

describe('replica sets of revisions, when their deployment is deleted', () => {
  let server: RunningServer
  const client = new Client(() => server.url)
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())

  for (const propagationPolicy of ['Background', 'Foreground']) {
    it(`are deleted with it: ${propagationPolicy}`, async () => {
      const owner = await create(client)
      await setImage(client, WEB, 'web:2')
      await server.settled()
      assert.equal((await client.delete(WEB, { propagationPolicy })).status, 200)
      await server.settled()
      assert.equal((await client.get(WEB)).status, 404)
      assert.deepEqual(await controlled(client, REPLICASETS, owner), [])
      assert.deepEqual((await client.get(REPLICASETS)).body.items, [])
    })
  }

  it('are deleted with it even while they are being created', async () => {
    await create(client)
    await setImage(client, WEB, 'web:2')
    await client.delete(WEB, { propagationPolicy: 'Background' })
    await server.settled()
    assert.deepEqual((await client.get(REPLICASETS)).body.items, [])
  })

  it('stay without an owner if orphaned, and a new deployment of that name has its own', async () => {
    await create(client)
    await setImage(client, WEB, 'web:2')
    await server.settled()
    await client.delete(WEB, { propagationPolicy: 'Orphan' })
    await server.settled()
    const { items } = (await client.get(REPLICASETS)).body
    assert.deepEqual(
      items.map(({ metadata }: { metadata: { ownerReferences?: unknown } }) => metadata.ownerReferences),
      [undefined, undefined],
    )
    const owner = await create(client)
    await setImage(client, WEB, 'web:2')
    await server.settled()
    assert.deepEqual(await shownImages(client, owner), { 1: 'web:1', 2: 'web:2' })
    assert.equal((await client.get(REPLICASETS)).body.items.length, 4)
  })
})

describe('the revision controller', () => {
  for (const { name, skip, makeHome } of DURABLE_ENGINES) {
    it(`continues after a restart, ${name}`, { skip }, async (t) => {
      const home = await makeHome()
      t.after(() => home.remove())
      const start = () => createServer({ ...home.options, port: 0, logLevel: 'silent' })
      const first = await start()
      const owner = await create(new Client(first.url))
      for (const image of ['web:2', 'web:3']) await setImage(new Client(first.url), WEB, image)
      await first.close()
      const second = await start()
      t.after(() => second.close())
      const client = new Client(second.url)
      await setImage(client, WEB, 'web:4')
      await until(async () => Object.keys(await shownImages(client, owner)).length === 4)
      assert.deepEqual(await shownImages(client, owner), { 1: 'web:1', 2: 'web:2', 3: 'web:3', 4: 'web:4' })
    })
  }

  it('retries if the store rejects a replica set', async (t) => {
    const inner = openMemoryStorage()
    let failures = 3
    const write = async (operations: readonly Operation[]): Promise<WriteOutcome> => {
      const isSet = operations.some(({ key }) => key.startsWith('extensions/replicasets/'))
      if (isSet && failures-- > 0) throw new StorageUnavailable('not now')
      return inner.write(operations)
    }
    const { server, client } = await serverOn(alteredStorage(inner, { write }), t)
    const owner = await create(client)
    for (const image of ['web:2', 'web:3']) await setImage(client, WEB, image)
    await server.settled()
    assert.ok(failures < 0)
    assert.deepEqual(await shownImages(client, owner), { 1: 'web:1', 2: 'web:2', 3: 'web:3' })
  })

  it('runs on one of two servers on one etcd', { skip: etcdMissing }, async (t) => {
    const cluster = await EtcdCluster.start()
    const options = {
      storage: 'etcd',
      etcdEndpoints: cluster.endpoints,
      port: 0,
      logLevel: 'silent',
    } as const
    const servers = [await createServer(options), await createServer(options)]
    t.after(async () => {
      for (const server of servers) await server.close()
      await cluster.remove()
    })
    const clients = servers.map(({ url }) => new Client(url))
    const [here, there] = clients as [Client, Client]
    const owner = await create(here)
    for (let image = 2; image <= 9; image++) await setImage(image % 2 ? here : there, WEB, `web:${image}`)
    await until(async () => '9' in (await shownImages(there, owner)))
    const wanted = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [index + 1, `web:${index + 1}`]),
    )
    assert.deepEqual(await shownImages(here, owner), wanted)
  })
})
