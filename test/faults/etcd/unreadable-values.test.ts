import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createServer, type RunningServer } from '#index.js'
import { EtcdClient } from '#storage/etcd/client.js'
import { Client, type Json } from '#test/support/client.js'
import { EtcdCluster, etcdMissing } from '#test/support/etcd/member.js'

const CONFIG_MAPS = '/api/v1/namespaces/test/configmaps'
const KEYS = 'core/configmaps/test/'
const AS_ADMIN = { authorization: 'Bearer admin' }

const configMap = (name: string, more: object = {}) => ({ metadata: { name }, data: { a: 'b' }, ...more })

/** A stored value with one part replaced. */
const stored = (name: string, { metadata = {}, ...more }: Json = {}) =>
  JSON.stringify({
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: {
      name,
      namespace: 'test',
      uid: name,
      resourceVersion: '',
      creationTimestamp: null,
      ...metadata,
    },
    data: { a: 'b' },
    ...more,
  })

/** Values that are not objects, by name. */
const VALUES: Readonly<Record<string, string | Buffer>> = {
  empty: '',
  nonsense: 'nonsense',
  binary: Buffer.from('k8s\0\x0a\x0c\x0a\x02v1\xff\xfe', 'latin1'),
  list: '[]',
  null: 'null',
  nothing: '{}',
  versionless: stored('versionless').replace('"resourceVersion":"",', ''),
  'cut-off': stored('cut-off').slice(0, -5),
  longer: `${stored('longer')} and more`,
  renamed: stored('another'),
  moved: stored('moved', { metadata: { namespace: 'elsewhere' } }),
  labelled: stored('labelled', { metadata: { labels: { a: 1 } } }),
  owned: stored('owned', { metadata: { ownerReferences: 'x' } }),
  misleading: `{"data":{"resourceVersion":"","metadata":{}},${stored('misleading').slice(1)}`,
  'of-another-type': stored('of-another-type', { data: 'x' }),
}

/** Keys that no server writes. */
const FOREIGN = [
  'x',
  'x/y',
  'x//y/z',
  KEYS,
  `${KEYS}a/b`,
  'caf\u00e9/x/y',
  '\u00ff\u00fe',
  `long/${'x'.repeat(1200)}/a/b`,
]

/** Records that servers rely on. */
const OF_SERVERS: Readonly<Record<string, string>> = {
  'core/namespaces/default': 'nonsense',
  'rbac.authorization.k8s.io/clusterroles/cluster-admin': 'nonsense',
  'rbac.authorization.k8s.io/clusterroles/odd': JSON.stringify({
    kind: 'ClusterRole',
    apiVersion: 'rbac.authorization.k8s.io/v1',
    metadata: { name: 'odd', uid: 'odd', resourceVersion: '', creationTimestamp: null },
    rules: 'all',
  }),
  'apiextensions.k8s.io/customresourcedefinitions/odd.example.com': 'nonsense',
  '~/server/import': 'nonsense',
  '~/odd': 'nonsense',
}

describe('values in etcd that no server has written', { skip: etcdMissing }, () => {
  let cluster: EtcdCluster
  let stranger: EtcdClient
  const servers: RunningServer[] = []

  async function start(): Promise<Client> {
    const server = await createServer({
      storage: 'etcd',
      etcdEndpoints: cluster.endpoints,
      authentication: { tokens: [{ token: 'admin', user: 'admin', groups: ['system:masters'] }] },
      port: 0,
      logLevel: 'silent',
    })
    servers.push(server)
    return new (class extends Client {
      override send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
        return super.send(method, path, body, { ...AS_ADMIN, ...headers })
      }
    })(server.url)
  }

  const put = async (key: string, value: string | Buffer) => {
    await stranger.write({ success: [{ put: { key: `/registry/${key}`, value: Buffer.from(value) } }] })
  }
  const remove = async (key: string) => {
    await stranger.write({ success: [{ delete: { key: `/registry/${key}` } }] })
  }
  const names = async (client: Client, query = '') =>
    (await client.get(CONFIG_MAPS + query)).body.items.map(({ metadata }: Json) => metadata.name)
  const unreadable = async (client: Client) =>
    Number(/^binnacle_store_unreadable_values (\d+)$/m.exec((await client.get('/metrics')).text)?.[1])
  const until = async (client: Client, count: number) => {
    while ((await unreadable(client)) !== count) await pause(10)
  }

  before(async () => {
    cluster = await EtcdCluster.start(1)
    stranger = new EtcdClient({ endpoints: cluster.endpoints })
  })
  after(async () => {
    for (const server of servers) await server.close()
    stranger?.close()
    await cluster?.remove()
  })

  it('are skipped by running and starting servers, and logged by key', async () => {
    const running = await start()
    for (const name of ['one', 'two']) await running.post(CONFIG_MAPS, configMap(name))
    const since = (await running.get(CONFIG_MAPS)).body.metadata.resourceVersion
    const watched = running.watch(`${CONFIG_MAPS}?watch=true&resourceVersion=${since}`, 3, AS_ADMIN)
    for (const [name, value] of Object.entries(VALUES)) await put(KEYS + name, value)
    await put(`${KEYS}two`, 'nonsense')
    for (const key of FOREIGN) await put(key, 'foreign')
    const count = Object.keys(VALUES).length + FOREIGN.length + 1
    await until(running, count)
    const created = await running.post(CONFIG_MAPS, configMap('three'))
    assert.equal(created.status, 201)
    await put(`${KEYS}two`, stored('two'))
    await until(running, count - 1)
    assert.deepEqual(
      (await watched).map(({ type, object }) => [type, object.metadata.name]),
      [
        ['DELETED', 'two'],
        ['ADDED', 'three'],
        ['ADDED', 'two'],
      ],
    )

    const starting = await start()
    for (const client of [running, starting]) {
      assert.deepEqual(await names(client), ['one', 'three', 'two'])
      assert.equal(await unreadable(client), count - 1)
      const { status, text } = await client.get('/readyz?verbose')
      assert.equal(status, 200)
      assert.match(text, /^\[\+\]unreadable-values ok: left out .*"core\/configmaps\/test\/.* and \d+ more$/m)
    }
    // From the history of the store: a server that started later does not have it in memory.
    const past = await starting.watch(`${CONFIG_MAPS}?watch=true&resourceVersion=${since}`, 3, AS_ADMIN)
    assert.deepEqual(
      past.map(({ type, object }) => [type, object.metadata.name]),
      [
        ['DELETED', 'two'],
        ['ADDED', 'three'],
        ['ADDED', 'two'],
      ],
    )
    const { resourceVersion } = created.body.metadata
    await starting.post(CONFIG_MAPS, configMap('four'))
    assert.deepEqual(
      await names(starting, `?resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`),
      ['one', 'three'],
    )
    assert.deepEqual(await names(starting, `?limit=2`), ['four', 'one'])
  })

  it('are reported to clients that read them, and can be removed or repaired in etcd', async () => {
    const client = await start()
    const path = `${CONFIG_MAPS}/nonsense`
    const patch = { 'content-type': 'application/merge-patch+json' }
    for (const { status, body } of [
      await client.get(path),
      await client.put(path, configMap('nonsense')),
      await client.send('PATCH', path, { data: {} }, patch),
      await client.delete(path),
    ]) {
      assert.equal(status, 500)
      assert.equal(body.reason, 'InternalError')
      assert.match(
        body.message,
        /the value that is stored under "core\/configmaps\/test\/nonsense" cannot be read/,
      )
    }
    assert.equal((await client.post(CONFIG_MAPS, configMap('nonsense'))).status, 409)
    const count = await unreadable(client)
    await remove(`${KEYS}nonsense`)
    await put(`${KEYS}empty`, stored('empty'))
    await until(client, count - 2)
    assert.equal((await client.get(path)).status, 404)
    assert.equal((await client.post(CONFIG_MAPS, configMap('nonsense'))).status, 201)
    assert.equal((await client.get(`${CONFIG_MAPS}/empty`)).status, 200)
    for (const name of Object.keys(VALUES)) if (name !== 'nonsense') await remove(KEYS + name)
    for (const key of FOREIGN) await remove(key)
    await until(client, 0)
    assert.match((await client.get('/readyz?verbose')).text, /^\[\+\]unreadable-values ok$/m)
  })

  it('do not keep servers from starting when they replace internal records', async () => {
    for (const [key, value] of Object.entries(OF_SERVERS)) await put(key, value)
    for (const server of servers.splice(0)) await server.close()
    const client = await start()
    const objects = '/api/v1/namespaces/default/configmaps'
    assert.equal((await client.post(objects, configMap('a'))).status, 201)
    // The server restores its built-in objects.
    const path = '/apis/rbac.authorization.k8s.io/v1/clusterroles/cluster-admin'
    while ((await client.get(path)).status !== 200) await pause(10)
    while ((await client.get('/api/v1/namespaces/default')).status !== 200) await pause(10)
    // The unreadable role, definition and import marker.
    await until(client, 3)
    for (const server of servers.splice(0)) await server.close()
    assert.equal((await (await start()).get(`${objects}/a`)).status, 200)
  })
})
