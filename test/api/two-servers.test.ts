import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createServer, type RunningServer } from '#index.js'
import { Client } from '../support/client.js'
import { EtcdCluster, etcdMissing } from '../support/etcd/member.js'
import { INGRESSES, ingress, REPLICASETS, replicaSet } from '../support/objects.js'
import { watchEvents } from '../support/stream.js'

/** Enough rounds that one server lags behind the other in some of them. */
const ROUNDS = 30

describe('two servers on one etcd', { skip: etcdMissing }, () => {
  let cluster: EtcdCluster
  const servers: RunningServer[] = []
  const here = new Client(() => servers[0]?.url ?? '')
  const there = new Client(() => servers[1]?.url ?? '')

  before(async () => {
    cluster = await EtcdCluster.start()
    const options = {
      storage: 'etcd',
      etcdEndpoints: cluster.endpoints,
      port: 0,
      logLevel: 'silent',
      controllers: ['*', 'service-cidr-controller'],
    } as const
    for (let index = 0; index < 2; index++) servers.push(await createServer(options))
  })
  after(async () => {
    for (const server of servers) await server.close()
    await cluster.remove()
  })

  const merge = { 'content-type': 'application/merge-patch+json' }
  const rounds = async (work: (name: string) => Promise<void>) => {
    const prefix = `round-${Math.random().toString(36).slice(2)}`
    for (let round = 0; round < ROUNDS; round++) await work(`${prefix}-${round}`)
  }

  it('an object created through one can be read, listed and deleted through the other at once', () =>
    rounds(async (name) => {
      const { body } = await here.post(INGRESSES, ingress(name))
      const read = await there.get(`${INGRESSES}/${name}`)
      assert.equal(read.body.metadata.resourceVersion, body.metadata.resourceVersion)
      await here.send('PATCH', `${INGRESSES}/${name}`, { metadata: { labels: { turn: name } } }, merge)
      const list = await there.get(`${INGRESSES}?labelSelector=turn%3D${name}`)
      assert.equal(list.body.items.length, 1)
      assert.equal((await here.delete(`${INGRESSES}/${name}`)).status, 200)
      assert.equal((await there.get(`${INGRESSES}/${name}`)).status, 404)
    }))

  it('services of both get addresses of a ServiceCIDR, each another, and the leader keeps it for them', async () => {
    const ranges = '/apis/networking.k8s.io/v1/servicecidrs'
    const services = '/api/v1/namespaces/test/services'
    const spec = { cidrs: ['203.0.113.0/24'] }
    assert.equal((await here.post(ranges, { metadata: { name: 'more' }, spec })).status, 201)
    const post = (client: Client, name: string, clusterIP: string) =>
      client.post(services, { metadata: { name }, spec: { clusterIP, ports: [{ port: 80 }] } })
    for (let index = 1; index <= ROUNDS; index++) {
      const address = `203.0.113.${index}`
      const both = [post(here, `h-${index}`, address), post(there, `t-${index}`, address)]
      const statuses = (await Promise.all(both)).map(({ status }) => status)
      assert.deepEqual(statuses.sort(), [201, 422])
    }
    await there.delete(`${ranges}/more`)
    for (let reason = ''; reason !== 'Terminating'; ) {
      const { body } = await here.get(`${ranges}/more`)
      reason = body.status.conditions?.[0]?.reason
    }
    for (const client of [here, there]) {
      const { body } = await post(client, 'late', '203.0.113.200')
      assert.match(body.message, /the provided network does not match the current range$/)
    }
    assert.equal((await there.delete(services)).status, 200)
  })

  it('two services never have the same address or port, and one server can allocate what the other released', () =>
    rounds(async (name) => {
      const services = '/api/v1/namespaces/test/services'
      const spec = { type: 'NodePort', clusterIP: '10.96.0.9', ports: [{ port: 80, nodePort: 30_009 }] }
      const post = (client: Client, name: string) => client.post(services, { metadata: { name }, spec })
      const responses = await Promise.all([post(here, `a-${name}`), post(there, `b-${name}`)])
      assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 422])
      const isHere = responses[0]?.status === 201
      await (isHere ? here : there).delete(`${services}/${isHere ? 'a' : 'b'}-${name}`)
      const next = await post(isHere ? there : here, `c-${name}`)
      assert.equal(next.status, 201, next.text)
      assert.equal((await there.delete(`${services}/c-${name}`)).status, 200)
    }))

  it('an object created through one can be replaced, patched and deleted through the other at once', () =>
    rounds(async (name) => {
      const { body } = await here.post(INGRESSES, ingress(name))
      body.metadata.labels = { turn: '1' }
      const replaced = await there.put(`${INGRESSES}/${name}`, body)
      assert.equal(replaced.status, 200, replaced.text)
      const patch = {
        metadata: { labels: { turn: '2' }, resourceVersion: replaced.body.metadata.resourceVersion },
      }
      const patched = await here.send('PATCH', `${INGRESSES}/${name}`, patch, merge)
      assert.equal(patched.status, 200, patched.text)
      const preconditions = { resourceVersion: patched.body.metadata.resourceVersion }
      const deleted = await there.delete(`${INGRESSES}/${name}`, { preconditions })
      assert.equal(deleted.status, 200, deleted.text)
      assert.equal((await here.post(INGRESSES, ingress(name))).status, 201)
      assert.equal((await there.post(INGRESSES, ingress(name))).status, 409)
    }))

  it('a patch applies to the current object, not to a cached one', () =>
    rounds(async (name) => {
      const path = `${INGRESSES}/${name}`
      const label = (client: Client, turn: string) =>
        client.send('PATCH', path, { metadata: { labels: { turn } } }, merge)
      await here.post(INGRESSES, ingress(name))
      await label(there, 'old')
      await label(here, 'new')
      const { body } = await label(there, 'old')
      assert.equal(body.metadata.labels.turn, 'old')
      assert.equal((await here.get(path)).body.metadata.labels.turn, 'old')
    }))

  it('a scale is current', () =>
    rounds(async (name) => {
      await here.post(REPLICASETS, replicaSet(name, { replicas: 3 }))
      const scale = await there.get(`${REPLICASETS}/${name}/scale`)
      assert.equal(scale.body.spec.replicas, 3)
      scale.body.spec.replicas = 5
      assert.equal((await there.put(`${REPLICASETS}/${name}/scale`, scale.body)).status, 200)
      assert.equal((await here.get(`${REPLICASETS}/${name}/scale`)).body.spec.replicas, 5)
    }))

  it('a list in chunks continues at the other, with the same snapshot', async () => {
    for (let index = 0; index < 10; index++) await here.post(REPLICASETS, replicaSet(`chunk-${index}`))
    const names: string[] = []
    let client = here
    let first: string | undefined
    for (let token = ''; ; client = client === here ? there : here) {
      const { status, body } = await client.get(`${REPLICASETS}?limit=3&continue=${token}`)
      assert.equal(status, 200, JSON.stringify(body))
      first ??= body.metadata.resourceVersion
      assert.equal(body.metadata.resourceVersion, first)
      names.push(...body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name))
      token = body.metadata.continue ?? ''
      if (token === '') break
      await there.send('DELETE', `${REPLICASETS}/chunk-${9 - (names.length % 7)}`)
    }
    assert.equal(new Set(names).size, names.length)
    for (let index = 0; index < 10; index++) assert.ok(names.includes(`chunk-${index}`))
  })

  it('a watch continues at the other, and misses nothing', async () => {
    const { body } = await here.get(INGRESSES)
    const from = body.metadata.resourceVersion
    const created: string[] = []
    for (let index = 0; index < 20; index++) {
      const client = index % 2 === 0 ? here : there
      const { body: object } = await client.post(INGRESSES, ingress(`watched-${index}`))
      created.push(object.metadata.name)
    }
    const events = await watchEvents(`${servers[0]?.url}${INGRESSES}?watch=true&resourceVersion=${from}`, 10)
    const last = events[9]?.object.metadata.resourceVersion
    const rest = await watchEvents(`${servers[1]?.url}${INGRESSES}?watch=true&resourceVersion=${last}`, 10)
    assert.deepEqual(
      [...events.slice(0, 10), ...rest.slice(0, 10)].map(({ object }) => object.metadata.name),
      created,
    )
  })

  it('an object that etcd rejects is too large', async () => {
    const large = await EtcdCluster.start(1, { 'max-request-bytes': '100000' })
    const server = await createServer({
      storage: 'etcd',
      etcdEndpoints: large.endpoints,
      port: 0,
      logLevel: 'silent',
    })
    const object = ingress('large')
    object.metadata.annotations = { padding: 'x'.repeat(200_000) }
    const { status, body } = await new Client(server.url).post(INGRESSES, object)
    assert.deepEqual([status, body.reason], [413, 'RequestEntityTooLarge'])
    await server.close()
    await large.remove()
  })
})
