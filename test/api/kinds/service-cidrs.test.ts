import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { startTestServer } from '#testing.js'

const SERVICES = '/api/v1/namespaces/test/services'
const CIDRS = '/apis/networking.k8s.io/v1/servicecidrs'
const ADDRESSES = '/apis/networking.k8s.io/v1/ipaddresses'
const MERGE = { 'content-type': 'application/merge-patch+json' }
const FINALIZER = 'networking.k8s.io/service-cidr-finalizer'

const service = (name: string, spec: Json = {}): Json => ({
  metadata: { name },
  spec: { ports: [{ port: 80 }], ...spec },
})

/** A server whose own range has 5 addresses besides that of the service `kubernetes`. */
async function started(serviceClusterIpRange: readonly string[] = ['172.30.7.0/29']) {
  const server = await startTestServer({
    serviceClusterIpRange,
    controllers: ['*', 'service-cidr-controller'],
  })
  const client = new Client(server.url)
  await server.settled()
  const make = async (name: string, ...cidrs: readonly string[]): Promise<void> => {
    const { status, text } = await client.post(CIDRS, { metadata: { name }, spec: { cidrs } })
    assert.equal(status, 201, text)
    await server.settled()
  }
  const create = async (name: string, spec: Json = {}): Promise<Json> => {
    const { status, body, text } = await client.post(SERVICES, service(name, spec))
    assert.equal(status, 201, text)
    return body.spec
  }
  const ready = async (name: string): Promise<Json> => {
    await server.settled()
    const { body } = await client.get(`${CIDRS}/${name}`)
    return body.status?.conditions?.find(({ type }: Json) => type === 'Ready')
  }
  /** Whether the range is gone after the time that every deleted one stays. */
  const isGone = async (name: string): Promise<boolean> => {
    await server.settled()
    await server.clock.advance('11s')
    await server.settled()
    return (await client.get(`${CIDRS}/${name}`)).status === 404
  }
  return { server, client, make, create, ready, isGone }
}

describe('a second ServiceCIDR', async () => {
  const { server, client, make, create, ready } = await started()
  after(() => server.close())

  it('becomes ready and gets a finalizer', async () => {
    await make('more', '203.0.113.0/28')
    const { lastTransitionTime, ...condition } = await ready('more')
    assert.deepEqual(condition, {
      ...{ type: 'Ready', status: 'True' },
      ...{ reason: '', message: 'Kubernetes Service CIDR is ready' },
    })
    assert.ok(lastTransitionTime)
    for (const name of ['kubernetes', 'more']) {
      const { body } = await client.get(`${CIDRS}/${name}`)
      assert.deepEqual(body.metadata.finalizers, [FINALIZER], name)
    }
    assert.equal((await ready('kubernetes')).message, 'Kubernetes default Service CIDR is ready')
  })

  it('has the addresses that clients choose, except its first and last one', async () => {
    assert.equal((await create('chosen', { clusterIP: '203.0.113.9' })).clusterIP, '203.0.113.9')
    const { status, body } = await client.get(`${ADDRESSES}/203.0.113.9`)
    assert.equal(status, 200)
    assert.equal(body.spec.parentRef.name, 'chosen')
    const taken = await client.post(SERVICES, service('late', { clusterIP: '203.0.113.9' }))
    assert.equal(taken.status, 422)
    assert.match(
      taken.body.message,
      /failed to allocate IP 203\.0\.113\.9: provided IP is already allocated$/,
    )
    for (const clusterIP of ['203.0.113.0', '203.0.113.15', '203.0.113.16']) {
      const outside = await client.post(SERVICES, service('outside', { clusterIP }))
      assert.match(outside.body.message, /the provided network does not match the current range$/, clusterIP)
    }
    const tried = await client.post(`${SERVICES}?dryRun=All`, service('tried', { clusterIP: '203.0.113.7' }))
    assert.equal(tried.status, 201, tried.text)
  })

  it('gives addresses until all ranges are full', async () => {
    const made = [await create('first'), await create('second')]
    for (let index = 0; index < 16; index++) made.push(await create(`s-${index}`))
    const addresses = new Set(made.map(({ clusterIP }) => clusterIP))
    assert.equal(addresses.size, 18)
    assert.equal([...addresses].filter((text) => text.startsWith('172.30.7.')).length, 5)
    const full = await client.post(SERVICES, service('full'))
    assert.match(full.body.message, /failed to allocate a serviceIP: range is full$/)
    await make('large', '2001:db8::/64', '198.51.0.0/16')
    assert.match((await create('full')).clusterIP, /^198\.51\./)
  })
})

it('a ServiceCIDR gives no addresses as long as it is not ready, and without a condition it is ready', async (t) => {
  const server = await startTestServer()
  t.after(() => server.close())
  const client = new Client(server.url)
  const lastTransitionTime = '2024-01-01T00:00:00Z'
  const paused = { type: 'Ready', status: 'False', reason: 'Paused', message: '', lastTransitionTime }
  const range = { metadata: { name: 'more' }, spec: { cidrs: ['203.0.113.0/24'] } }
  const made = await client.post(CIDRS, { ...range, status: { conditions: [paused] } })
  assert.equal(made.status, 201, made.text)
  const chosen = service('chosen', { clusterIP: '203.0.113.9' })
  const { body } = await client.post(SERVICES, chosen)
  assert.match(body.message, /the provided network does not match the current range$/)
  await client.send('PATCH', `${CIDRS}/more/status`, { status: { conditions: null } }, MERGE)
  assert.equal((await client.post(SERVICES, chosen)).status, 201)
})

describe('a deleted ServiceCIDR', async () => {
  const { server, client, make, create, ready, isGone } = await started()
  after(() => server.close())

  it('stays for 10 seconds without giving addresses', async () => {
    await make('empty', '192.0.2.0/24')
    const { body } = await client.delete(`${CIDRS}/empty`)
    assert.ok(body.metadata.deletionTimestamp)
    const late = await client.post(SERVICES, service('late', { clusterIP: '192.0.2.9' }))
    assert.match(late.body.message, /the provided network does not match the current range$/)
    await server.settled()
    assert.equal((await client.get(`${CIDRS}/empty`)).status, 200)
    assert.equal(await isGone('empty'), true)
  })

  it('stays as long as a service has one of its addresses', async () => {
    await make('used', '192.0.2.0/24')
    for (const name of ['a', 'b']) await create(name, { clusterIP: `192.0.2.${name.charCodeAt(0)}` })
    await client.delete(`${CIDRS}/used`)
    const { lastTransitionTime: _, ...condition } = await ready('used')
    assert.deepEqual(condition, {
      ...{ type: 'Ready', status: 'False', reason: 'Terminating' },
      message:
        'There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR',
    })
    assert.equal(await isGone('used'), false)
    await client.delete(`${SERVICES}/a`)
    assert.equal(await isGone('used'), false)
    const { body } = await client.send('PATCH', `${SERVICES}/b`, { metadata: { labels: { a: 'b' } } }, MERGE)
    assert.equal(body.spec.clusterIP, '192.0.2.98')
    await client.delete(`${SERVICES}/b`)
    assert.equal(await isGone('used'), true)
  })

  it('waits for an IPAddress that a finalizer keeps longer than its service', async () => {
    await make('held', '192.0.2.0/24')
    await create('released', { clusterIP: '192.0.2.5' })
    const path = `${ADDRESSES}/192.0.2.5`
    const keepBy = (finalizers: Json) => client.send('PATCH', path, { metadata: { finalizers } }, MERGE)
    await keepBy(['example.com/keep'])
    await client.delete(`${SERVICES}/released`)
    assert.ok((await client.get(path)).body.metadata.deletionTimestamp)
    await client.delete(`${CIDRS}/held`)
    assert.equal(await isGone('held'), false)
    await keepBy(null)
    assert.equal((await client.get(path)).status, 404)
    assert.equal(await isGone('held'), true)
  })

  it('goes when another one has its addresses', async () => {
    await make('small', '192.0.2.0/28')
    await create('kept', { clusterIP: '192.0.2.9' })
    await client.delete(`${CIDRS}/small`)
    assert.equal(await isGone('small'), false)
    await make('wide', '192.0.2.0/24')
    assert.equal(await isGone('small'), true)
    await client.delete(`${CIDRS}/wide`)
    assert.equal(await isGone('wide'), false)
    assert.equal((await client.get(`${SERVICES}/kept`)).body.spec.clusterIP, '192.0.2.9')
    await client.delete(`${SERVICES}/kept`)
    assert.equal(await isGone('wide'), true)
  })

  it('is not kept for addresses that are no services', async () => {
    await make('foreign', '192.0.2.0/24')
    const spec = { parentRef: { resource: 'boats', name: 'mine' } }
    const { status, text } = await client.post(ADDRESSES, { metadata: { name: '192.0.2.9' }, spec })
    assert.equal(status, 201, text)
    const taken = await client.post(SERVICES, service('late', { clusterIP: '192.0.2.9' }))
    assert.match(taken.body.message, /provided IP is already allocated$/)
    await client.delete(`${CIDRS}/foreign`)
    assert.equal(await isGone('foreign'), true)
  })

  it('is kept as one of two equal ones that are deleted together', async () => {
    for (const name of ['one', 'two']) await make(name, '192.0.2.0/24')
    await create('shared', { clusterIP: '192.0.2.77' })
    for (const name of ['one', 'two']) await client.delete(`${CIDRS}/${name}`)
    const gone = [await isGone('one'), await isGone('two')]
    assert.deepEqual(gone.toSorted(), [false, true])
    await client.delete(`${SERVICES}/shared`)
    for (const name of ['one', 'two']) assert.equal(await isGone(name), true)
  })

  it('is kept for addresses that only a range has which others delay', async () => {
    const keep = 'example.com/keep'
    const held = { metadata: { name: 'held', finalizers: [keep] }, spec: { cidrs: ['192.0.2.0/24'] } }
    assert.equal((await client.post(CIDRS, held)).status, 201)
    await make('last', '192.0.2.0/24')
    await create('inside', { clusterIP: '192.0.2.77' })
    await client.delete(`${CIDRS}/held`)
    assert.equal(await isGone('held'), false)
    assert.deepEqual((await client.get(`${CIDRS}/held`)).body.metadata.finalizers, [keep])
    await client.delete(`${CIDRS}/last`)
    assert.equal(await isGone('last'), false)
    await client.send('PATCH', `${CIDRS}/held`, { metadata: { finalizers: null } }, MERGE)
    assert.equal(await isGone('held'), true)
    assert.equal(await isGone('last'), false)
    await client.delete(`${SERVICES}/inside`)
    assert.equal(await isGone('last'), true)
  })

  it('stays as the one of the server, for the service of the server', async () => {
    await client.delete(`${CIDRS}/kubernetes`)
    assert.equal((await ready('kubernetes')).reason, 'Terminating')
    assert.equal(await isGone('kubernetes'), false)
  })
})

describe('ServiceCIDRs of both IP families', async () => {
  const { server, client, make, create } = await started(['10.10.0.0/29', 'fd00:10::/125'])
  after(() => server.close())

  it('give addresses of both', async () => {
    await make('both', '203.0.113.0/24', '2001:db8::/64')
    const spec = { ipFamilyPolicy: 'RequireDualStack', clusterIPs: ['203.0.113.7', '2001:db8::7:7'] }
    const { clusterIPs, ipFamilies } = await create('chosen', { ...spec, clusterIP: '203.0.113.7' })
    assert.deepEqual([clusterIPs, ipFamilies], [spec.clusterIPs, ['IPv4', 'IPv6']])
    for (const address of clusterIPs) assert.equal((await client.get(`${ADDRESSES}/${address}`)).status, 200)
    const all = new Set<string>()
    for (let index = 0; index < 9; index++) {
      const { clusterIPs } = await create(`s-${index}`, { ipFamilyPolicy: 'RequireDualStack' })
      for (const address of clusterIPs) all.add(address)
    }
    assert.equal(all.size, 18)
    assert.ok([...all].some((address) => address.startsWith('2001:db8::')))
    assert.ok([...all].some((address) => address.startsWith('203.0.113.')))
  })

  it('are one object with one set of addresses to wait for', async () => {
    await client.delete(`${CIDRS}/both`)
    await server.settled()
    const { body } = await client.get(`${CIDRS}/both`)
    assert.equal(body.status.conditions[0].reason, 'Terminating')
  })

  it('of IPv6 with less than 64 bits give no addresses', async () => {
    await make('wide', '2001:db9::/48')
    const { body } = await client.post(
      SERVICES,
      service('wide', { clusterIP: '2001:db9::9', ipFamilies: ['IPv6'] }),
    )
    assert.match(body.message, /the provided network does not match the current range$/)
  })
})
