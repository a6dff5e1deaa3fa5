import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import type { FederationOptions } from '#index.js'
import { eventually, Federation } from '#test/federation/clusters-of-servers.js'
import { Client, type Json } from '#test/support/client.js'
import { startTestServer } from '#testing.js'

const ALL = '/apis/search.binnacle.dev/v1alpha1/all'
const PODS = `${ALL}/api/v1/pods`
const CLUSTER = 'federation.binnacle.dev/cluster'
const TABLE = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' }
const NAMES = ['m1', 'm2', 'm3']

const pod = (name: string, labels: Json = {}) => ({
  metadata: { name, labels },
  spec: { containers: [{ name: 'main', image: 'main:1' }] },
})

const clusterOf = ({ metadata }: Json): string => metadata.annotations[CLUSTER]
const placeOf = (object: Json) => `${clusterOf(object)}/${object.metadata.namespace}/${object.metadata.name}`

describe('a search over all clusters', () => {
  const ends: (() => Promise<void>)[] = []
  let federation: Federation

  before(async () => {
    federation = await Federation.start({ after: (end) => ends.push(end) }, NAMES)
    for (const [index, name] of NAMES.entries()) {
      const member = federation.member(name)
      await member.create('/api/v1/namespaces/a/pods', pod('web', { app: 'web', index: String(index) }))
      await member.create('/api/v1/namespaces/b/pods', pod(`only-${name}`, { app: 'other' }))
    }
  })

  after(async () => {
    for (const end of ends.toReversed()) await end()
  })

  const listed = async (path: string): Promise<Json> => {
    const { status, text, body } = await federation.host.client.get(path)
    assert.equal(status, 200, text)
    return body
  }

  it('lists the objects of every cluster', async () => {
    await eventually('all pods are listed', async () => {
      const { kind, apiVersion, items } = await listed(PODS)
      assert.deepEqual([kind, apiVersion], ['PodList', 'v1'])
      assert.deepEqual(items.map(placeOf), [
        'm1/a/web',
        'm1/b/only-m1',
        'm2/a/web',
        'm2/b/only-m2',
        'm3/a/web',
        'm3/b/only-m3',
      ])
    })
  })

  it('shows the cluster in a column of a table', async () => {
    const { status, body } = await federation.host.client.get(PODS, TABLE)
    assert.equal(status, 200)
    const names = body.columnDefinitions.map(({ name }: Json) => name)
    assert.equal(names[0], 'Name')
    assert.ok(names.includes('Ready'))
    assert.equal(names.at(-1), 'Cluster')
    assert.deepEqual(
      body.rows.map(({ cells }: Json) => `${cells.at(-1)} ${cells[0]}`),
      ['m1 web', 'm1 only-m1', 'm2 web', 'm2 only-m2', 'm3 web', 'm3 only-m3'],
    )
    assert.equal(body.rows[0].object.kind, 'PartialObjectMetadata')
  })

  it('selects by labels, fields, namespace and cluster', async () => {
    const places = async (path: string) => (await listed(path)).items.map(placeOf)
    assert.deepEqual(await places(`${PODS}?labelSelector=app%3Dweb,index%20in%20(0,2)`), [
      'm1/a/web',
      'm3/a/web',
    ])
    assert.deepEqual(await places(`${PODS}?fieldSelector=metadata.name%3Donly-m2`), ['m2/b/only-m2'])
    assert.deepEqual(await places(`${PODS}?fieldSelector=spec.nodeName%3Dnowhere`), [])
    assert.deepEqual(await places(`${ALL}/api/v1/namespaces/b/pods?cluster=m1,m3`), [
      'm1/b/only-m1',
      'm3/b/only-m3',
    ])
    const { status, body } = await federation.host.client.get(`${PODS}?cluster=m9`)
    assert.deepEqual([status, body.message], [404, 'clusters.federation "m9" not found'])
  })

  it('returns the objects themselves, with the cluster in an annotation', async () => {
    const { metadata, ...own } = await federation.member('m2').get('/api/v1/namespaces/b/pods/only-m2')
    await eventually('the search has the newest state', async () => {
      const found = await listed(`${ALL}/api/v1/namespaces/b/pods/only-m2`)
      assert.deepEqual(found, {
        ...own,
        metadata: { ...metadata, annotations: { ...metadata.annotations, [CLUSTER]: 'm2' } },
      })
    })
  })

  it('needs the cluster of an object whose name is in several', async () => {
    const path = `${ALL}/api/v1/namespaces/a/pods/web`
    const { status, body } = await federation.host.client.get(path)
    assert.deepEqual([status, body.reason], [409, 'Conflict'])
    assert.match(body.message, /in several clusters: .*clusters m1, m2, m3/)
    assert.equal(clusterOf(await listed(`${path}?cluster=m3`)), 'm3')
    const table = await federation.host.client.get(path, TABLE)
    assert.equal(table.body.rows.length, 3)
    const absent = await federation.host.client.get(`${ALL}/api/v1/namespaces/a/pods/absent`)
    assert.deepEqual([absent.status, absent.body.message], [404, 'pods "absent" not found'])
  })

  it('is read-only, and names the way to one cluster', async () => {
    const { client } = federation.host
    const created = await client.post(`${ALL}/api/v1/namespaces/a/pods`, pod('new'))
    assert.deepEqual([created.status, created.body.reason], [405, 'MethodNotAllowed'])
    assert.match(created.body.message, /clusters\/NAME\/proxy/)
    assert.equal((await client.delete(`${ALL}/api/v1/namespaces/a/pods/web`)).status, 405)
    assert.equal((await client.get(`${ALL}/api/v1/namespaces/a/pods/web/log`)).status, 405)
    assert.equal((await client.post(`${ALL}/apis`, {})).status, 405)
  })

  it('merges discovery, plain and aggregated, without verbs that write', async () => {
    const core = await listed(`${ALL}/api/v1`)
    const pods = core.resources.find(({ name }: Json) => name === 'pods')
    assert.deepEqual(pods.verbs, ['get', 'list', 'watch'])
    assert.deepEqual(pods.shortNames, ['po'])
    assert.ok(core.resources.every(({ name }: Json) => !name.includes('/')))
    const { groups } = await listed(`${ALL}/apis`)
    assert.ok(groups.some(({ name }: Json) => name === 'apps'))
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
    const { body } = await federation.host.client.get(`${ALL}/apis`, { accept })
    assert.deepEqual([body.kind, body.apiVersion], ['APIGroupDiscoveryList', 'apidiscovery.k8s.io/v2'])
    assert.equal((await federation.host.client.get(`${ALL}/apis/nothing.example.com/v1`)).status, 404)
    assert.equal((await federation.host.client.get(`${ALL}/version`)).status, 200)
  })

  it('shows kinds that only some members serve', async () => {
    const definition = {
      metadata: { name: 'boats.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'boats', kind: 'Boat' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          },
        ],
      },
    }
    const path = `${ALL}/apis/example.com/v1/boats`
    await federation
      .member('m2')
      .create('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition)
    await eventually('the member serves it', async () => {
      await federation.member('m2').get('/apis/example.com/v1/boats')
    })
    const boat = { apiVersion: 'example.com/v1', kind: 'Boat', metadata: { name: 'ada' }, length: 12 }
    await federation.member('m2').create('/apis/example.com/v1/namespaces/a/boats', boat)
    // The resources of a member are asked for every 30 seconds.
    await federation.host.stop()
    await federation.host.start()
    const [found] = (await listed(path)).items
    assert.deepEqual([placeOf(found), found.length], ['m2/a/ada', 12])
    const { body } = await federation.host.client.get(path, TABLE)
    assert.deepEqual(body.rows[0].cells.toSpliced(1, 1), ['ada', 'm2'])
  })

  it('rejects what it cannot read with 4xx', async () => {
    const status = async (path: string, headers = {}) =>
      (await federation.host.client.get(path, headers)).status
    assert.equal(await status(`${PODS}?resourceVersion=12`), 400)
    assert.equal(await status(`${PODS}?continue=abc`), 400)
    assert.equal(await status(`${PODS}?limit=x`), 400)
    assert.equal(await status(`${PODS}?labelSelector=!!`), 400)
    assert.equal(await status(`${PODS}?fieldSelector=spec.unknown%3D1`), 400)
    assert.equal(await status(`${PODS}?watch=1&resourceVersion=e30x`), 400)
    assert.equal(await status(PODS, { accept: 'application/vnd.kubernetes.protobuf' }), 406)
    assert.equal(await status(`${ALL}/api/v1/pods/web`), 404)
    assert.equal(await status(`${ALL}/api/v1/namespaces/a/nodes`), 404)
    assert.equal(await status(`${ALL}/apis/apps/v1/nothings`), 404)
  })
})

it('a server without the federation does not serve searches', async (t) => {
  const server = await startTestServer()
  t.after(() => server.close())
  assert.equal((await new Client(server.url).get(PODS)).status, 404)
})

it('a search shows what its user may read on the host, and nothing else', async (t) => {
  const member = await startTestServer()
  t.after(() => member.close())
  const server = await startTestServer({
    federation: { probeIntervalMs: 100 },
    authentication: {
      tokens: [
        { token: 'admin', user: 'admin', groups: ['system:masters'] },
        { token: 'ann', user: 'ann' },
      ],
    },
  })
  t.after(() => server.close())
  const host = new Client(server.url)
  const by = (token: string) => ({ authorization: `Bearer ${token}` })
  const create = async (path: string, object: Json) => {
    const { status, text } = await host.post(path, object, by('admin'))
    assert.equal(status, 201, text)
  }
  await create('/apis/federation/v1beta1/clusters', {
    metadata: { name: 'm1' },
    spec: { serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: member.url }] },
  })
  for (const namespace of ['a', 'b']) {
    await new Client(member.url).post(`/api/v1/namespaces/${namespace}/configmaps`, {
      metadata: { name: namespace },
    })
  }
  await create('/api/v1/namespaces', { metadata: { name: 'a' } })
  const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'watch'] }]
  await create('/apis/rbac.authorization.k8s.io/v1/namespaces/a/roles', {
    metadata: { name: 'reader' },
    rules,
  })
  await create('/apis/rbac.authorization.k8s.io/v1/namespaces/a/rolebindings', {
    metadata: { name: 'reader' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'ann' }],
  })
  const maps = (namespace: string, name = '') => `${ALL}/api/v1/namespaces/${namespace}/configmaps${name}`
  await eventually('the cluster is read', async () => {
    const { body } = await host.get(maps('a'), by('ann'))
    assert.deepEqual(body.items?.map(placeOf), ['m1/a/a'])
  })
  const status = async (path: string, token = 'ann') => (await host.get(path, by(token))).status
  assert.equal(await status(maps('b')), 403)
  assert.equal(await status(`${ALL}/api/v1/configmaps`), 403)
  assert.equal(await status(maps('a', '/a')), 403)
  assert.equal(await status(maps('b', '?watch=1')), 403)
  assert.equal(await status(`${ALL}/api/v1/namespaces/a/secrets`), 403)
  // The prefix does not hide a path from its rules.
  assert.equal(await status(`${ALL}/metrics`), 403)
  assert.equal(await status(`${ALL}/api/v1`), 200)
  assert.equal(await status(`${ALL}/api/v1/configmaps`, 'admin'), 200)
  assert.equal((await host.get(maps('a'))).status, 403)
  const refused = await host.get(maps('b'), by('ann'))
  assert.match(
    refused.body.message,
    /User "ann" cannot list resource "configmaps" in API group "" in the namespace "b"/,
  )
  const written = await host.post(maps('a'), { metadata: { name: 'new' } }, by('ann'))
  assert.equal(written.status, 403)
})

it('objects that do not fit into memory are refused, and named', async (t) => {
  const { client, member } = await hostOf(t, { searchMiB: 1 })
  const data = { text: 'x'.repeat(300_000) }
  for (const name of ['a', 'b', 'c', 'd']) {
    await member.post('/api/v1/namespaces/a/configmaps', { metadata: { name }, data })
  }
  await member.post('/api/v1/namespaces/a/secrets', { metadata: { name: 'small' } })
  await eventually('the configmaps are refused', async () => {
    const { status, body } = await client.get(`${ALL}/api/v1/configmaps`)
    assert.deepEqual([status, body.reason], [503, 'ServiceUnavailable'])
    assert.match(body.message, /the configmaps of all clusters do not fit .* --federation-search-memory/)
  })
  assert.equal((await client.get(`${ALL}/api/v1/secrets`)).status, 200)
})

async function hostOf(
  t: TestContext,
  federation: FederationOptions,
): Promise<{ client: Client; member: Client }> {
  const member = await startTestServer()
  t.after(() => member.close())
  const host = await startTestServer({ federation: { probeIntervalMs: 100, ...federation } })
  t.after(() => host.close())
  const client = new Client(host.url)
  await client.post('/apis/federation/v1beta1/clusters', {
    metadata: { name: 'm1' },
    spec: { serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: member.url }] },
  })
  return { client, member: new Client(member.url) }
}
