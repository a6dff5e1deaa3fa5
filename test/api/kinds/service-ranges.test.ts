import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createServer } from '#index.js'
import { Client, type Json } from '#test/support/client.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { startTestServer } from '#testing.js'

const SERVICES = '/api/v1/namespaces/test/services'
const ADDRESSES = '/apis/networking.k8s.io/v1/ipaddresses'
const MERGE = { 'content-type': 'application/merge-patch+json' }

const service = (name: string, spec: Json = {}): Json => ({
  metadata: { name },
  spec: { ports: [{ port: 80 }], ...spec },
})

describe('a server with ranges of its own for services', async () => {
  const server = await startTestServer({
    serviceClusterIpRange: ['172.30.7.9/28'],
    serviceNodePortRange: '20000+3',
  })
  after(() => server.close())
  const client = new Client(server.url)
  await server.settled()

  it('has a Service and a ServiceCIDR of these ranges', async () => {
    const { body } = await client.get('/api/v1/namespaces/default/services/kubernetes')
    assert.deepEqual([body.spec.clusterIPs, body.spec.ipFamilies], [['172.30.7.1'], ['IPv4']])
    const { body: range } = await client.get('/apis/networking.k8s.io/v1/servicecidrs/kubernetes')
    assert.deepEqual(range.spec.cidrs, ['172.30.7.0/28'])
  })

  it('allocates each address of the range once, and then says that it is full', async () => {
    const made: string[] = []
    for (let index = 0; index < 13; index++) {
      const { body, text } = await client.post(SERVICES, service(`s-${index}`))
      assert.ok(body.spec?.clusterIP, text)
      made.push(body.spec.clusterIP)
    }
    const all = Array.from({ length: 13 }, (_, index) => `172.30.7.${index + 2}`)
    assert.deepEqual(new Set(made), new Set(all))
    const { status, body } = await client.post(SERVICES, service('one-more'))
    assert.equal(status, 422)
    assert.match(body.message, /failed to allocate a serviceIP: range is full$/)
    for (let index = 0; index < 13; index++) await client.delete(`${SERVICES}/s-${index}`)
  })

  it('names its ranges in errors', async () => {
    const outside = service('outside', { clusterIP: '10.96.0.9' })
    const tried = await client.post(`${SERVICES}?dryRun=All`, outside)
    assert.match(tried.body.message, /\(10\.96\.0\.9\) is not in the valid range\. .* is 172\.30\.7\.0\/28$/)
    assert.equal((await client.post(SERVICES, outside)).status, 422)
    const ports = (nodePort: number) => service('port', { type: 'NodePort', ports: [{ port: 80, nodePort }] })
    const rejected = await client.post(SERVICES, ports(30_000))
    assert.match(rejected.body.message, /The range of valid ports is 20000-20003$/)
    assert.equal((await client.post(SERVICES, ports(20_003))).status, 201)
    const { body } = await client.post(`${SERVICES}?dryRun=All`, service('shown'))
    assert.equal(body.spec.clusterIP, '172.30.7.0')
  })

  it('rejects services of another family', async () => {
    for (const spec of [{ ipFamilies: ['IPv6'] }, { ipFamilyPolicy: 'RequireDualStack' }]) {
      const { status, body } = await client.post(SERVICES, service('other', spec))
      assert.equal(status, 422, body.message)
      assert.match(body.message, /not configured/)
    }
    const { body } = await client.post(SERVICES, service('preferring', { ipFamilyPolicy: 'PreferDualStack' }))
    assert.deepEqual(body.spec.ipFamilies, ['IPv4'])
  })
})

describe('a server with ranges of both IP families', async () => {
  const server = await startTestServer({ serviceClusterIpRange: ['fd00:10::/112', '10.10.0.0/16'] })
  after(() => server.close())
  const client = new Client(server.url)
  await server.settled()

  const create = async (name: string, spec: Json = {}): Promise<Json> => {
    const { status, body, text } = await client.post(SERVICES, service(name, spec))
    assert.equal(status, 201, text)
    return body.spec
  }
  const change = (name: string, spec: Json) => client.send('PATCH', `${SERVICES}/${name}`, { spec }, MERGE)

  it('has its own Service in the first range', async () => {
    const { body } = await client.get('/api/v1/namespaces/default/services/kubernetes')
    assert.deepEqual([body.spec.clusterIPs, body.spec.ipFamilies], [['fd00:10::1'], ['IPv6']])
    const { body: range } = await client.get('/apis/networking.k8s.io/v1/servicecidrs/kubernetes')
    assert.deepEqual(range.spec.cidrs, ['fd00:10::/112', '10.10.0.0/16'])
  })

  it('gives a service one address of the first family by default', async () => {
    const { clusterIPs, ipFamilies, ipFamilyPolicy } = await create('plain')
    assert.deepEqual([clusterIPs.length, ipFamilies, ipFamilyPolicy], [1, ['IPv6'], 'SingleStack'])
    assert.match(clusterIPs[0], /^fd00:10::/)
    assert.match((await create('four', { ipFamilies: ['IPv4'] })).clusterIP, /^10\.10\./)
  })

  it('gives a service of both families two addresses, each with an IPAddress', async () => {
    for (const [name, ipFamilyPolicy, families] of [
      ['preferring', 'PreferDualStack', undefined],
      ['requiring', 'RequireDualStack', ['IPv4']],
    ] as const) {
      const { clusterIP, clusterIPs, ipFamilies } = await create(name, {
        ipFamilyPolicy,
        ipFamilies: families,
      })
      assert.deepEqual(ipFamilies, families === undefined ? ['IPv6', 'IPv4'] : ['IPv4', 'IPv6'])
      assert.equal(clusterIPs.length, 2)
      assert.equal(clusterIP, clusterIPs[0])
      for (const [index, address] of clusterIPs.entries()) {
        const { status, body } = await client.get(`${ADDRESSES}/${address}`)
        assert.equal(status, 200)
        assert.equal(body.metadata.labels['ipaddress.kubernetes.io/ip-family'], ipFamilies[index])
        const taken = await client.post(
          SERVICES,
          service('late', { clusterIP: address, ipFamilies: [ipFamilies[index]] }),
        )
        assert.match(taken.body.message, /provided IP is already allocated$/)
      }
    }
  })

  it('takes both addresses from a client, and needs a policy for them', async () => {
    const both = { clusterIP: '10.10.0.9', clusterIPs: ['10.10.0.9', 'fd00:10::0:9'] }
    const rejected = await client.post(SERVICES, service('both', both))
    assert.match(
      rejected.body.message,
      /spec\.ipFamilyPolicy: .*must be 'RequireDualStack' or 'PreferDualStack' when multiple cluster IPs/,
    )
    const { ipFamilies } = await create('both', { ...both, ipFamilyPolicy: 'PreferDualStack' })
    assert.deepEqual(ipFamilies, ['IPv4', 'IPv6'])
    assert.equal((await client.get(`${ADDRESSES}/fd00:10::9`)).status, 200)
  })

  it('adds and releases the second address with the policy', async () => {
    const { clusterIP } = await create('changing')
    const dual = await change('changing', { ipFamilyPolicy: 'RequireDualStack' })
    assert.deepEqual(dual.body.spec.ipFamilies, ['IPv6', 'IPv4'])
    const [first, second] = dual.body.spec.clusterIPs
    assert.equal(first, clusterIP)
    assert.match(second, /^10\.10\./)
    const single = await change('changing', { ipFamilyPolicy: 'SingleStack' })
    assert.deepEqual([single.body.spec.clusterIPs, single.body.spec.ipFamilies], [[clusterIP], ['IPv6']])
    assert.equal((await client.get(`${ADDRESSES}/${second}`)).status, 404)
    assert.equal((await create('free', { clusterIP: second, ipFamilies: ['IPv4'] })).clusterIP, second)
  })

  it('leaves a service that prefers two families as it is when nothing of them changes', async () => {
    const { clusterIPs } = await create('stays', { ipFamilyPolicy: 'PreferDualStack' })
    const { body } = await change('stays', { ports: [{ port: 81 }] })
    assert.deepEqual(body.spec.clusterIPs, clusterIPs)
  })
})

describe('a server that gets a second range', async () => {
  it('adds it to its ServiceCIDR, and keeps the services of one family', async (t) => {
    const { path, remove } = await temporaryFolder()
    t.after(remove)
    const start = (serviceClusterIpRange: readonly string[]) =>
      createServer({ port: 0, logLevel: 'silent', dataDir: path, serviceClusterIpRange })
    const first = await start(['10.10.0.0/16'])
    const preferring = service('preferring', { ipFamilyPolicy: 'PreferDualStack' })
    const { body: made } = await new Client(first.url).post(SERVICES, preferring)
    await first.close()
    const second = await start(['10.10.0.0/16', 'fd00:10::/112'])
    t.after(() => second.close())
    const client = new Client(second.url)
    await second.settled()
    const { body: range } = await client.get('/apis/networking.k8s.io/v1/servicecidrs/kubernetes')
    assert.deepEqual(range.spec.cidrs, ['10.10.0.0/16', 'fd00:10::/112'])
    const labelled = { metadata: { labels: { a: 'b' } } }
    const { body } = await client.send('PATCH', `${SERVICES}/preferring`, labelled, MERGE)
    assert.deepEqual(body.spec, made.spec)
  })
})
