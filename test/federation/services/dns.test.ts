import assert from 'node:assert/strict'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { createServer, StartError } from '#index.js'
import { eventually, Federation } from '#test/federation/clusters-of-servers.js'
import { CORE, deployment } from '#test/federation/federated-objects.js'
import type { Json } from '#test/support/client.js'
import { OWN_ADDRESS } from '#test/support/own-address.js'

const PORT = 5399
const APPS = '/apis/apps/v1/namespaces/shop/deployments'
const WEB = 'web.shop.fed.svc'
const ZONE = 'example.com'
const PLACES: Readonly<Record<string, Json>> = {
  east: { region: 'us', zones: ['us-a', 'us-b'] },
  west: { region: 'eu', zones: ['eu-a'] },
}

async function start(t: TestContext): Promise<{ federation: Federation; resolver: Resolver }> {
  const dns = { dnsListen: `${OWN_ADDRESS}:${PORT}`, dnsZone: ZONE, name: 'fed' }
  const options = { federation: { probeIntervalMs: 100, ...dns } }
  const federation = await Federation.start(t, Object.keys(PLACES), options, async (name, member) => {
    const { region, zones } = PLACES[name]
    for (const [index, zone] of zones.entries()) {
      const labels = { 'topology.kubernetes.io/region': region, 'topology.kubernetes.io/zone': zone }
      const node = `node-${index + 1}`
      if (index > 0) await member.create('/api/v1/nodes', { metadata: { name: node, labels } })
      // The first node appears by itself.
      else await eventually(node, () => member.change(`/api/v1/nodes/${node}`, { metadata: { labels } }))
    }
  })
  const resolver = new Resolver({ timeout: 1000, tries: 1 })
  resolver.setServers([`${OWN_ADDRESS}:${PORT}`])
  return { federation, resolver }
}

const balance = (federation: Federation, member: string, ...ingress: Json[]) =>
  federation.member(member).change(`${CORE}/services/web/status`, { status: { loadBalancer: { ingress } } })

/** The addresses of a name, or the error. */
const lookup = (resolver: Resolver, place: string) =>
  resolver.resolve4(`${WEB}.${place}${ZONE}`, { ttl: true }).then(
    (records) => records.map(({ address, ttl }) => `${address} ${ttl}`).sort(),
    ({ code }: NodeJS.ErrnoException) => [code],
  )

const names = (resolver: Resolver, expected: Readonly<Record<string, readonly (string | undefined)[]>>) =>
  eventually(`names ${JSON.stringify(expected)}`, async () => {
    const found = await Promise.all(Object.keys(expected).map((place) => lookup(resolver, place)))
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((place, index) => [place, found[index]])), {
      ...expected,
    })
  })

describe('the DNS zone of a federation', () => {
  it('names federated services by zone, region and federation, while they are healthy', async (t) => {
    const { federation, resolver } = await start(t)
    const { host } = federation
    await host.create('/api/v1/namespaces', { metadata: { name: 'shop' } })
    await host.create(APPS, deployment('web', 2))
    const spec = { type: 'LoadBalancer', selector: { app: 'web' }, ports: [{ port: 80 }] }
    await host.create(`${CORE}/services`, { metadata: { name: 'web' }, spec })
    await host.create(`${CORE}/services`, {
      metadata: { name: 'inner' },
      spec: { ...spec, type: 'ClusterIP' },
    })
    await eventually('the members have the service', async () => {
      for (const name of Object.keys(PLACES)) await federation.member(name).get(`${CORE}/services/web`)
    })
    await names(resolver, { '': ['ENOTFOUND'], 'us.': ['ENOTFOUND'] })

    await balance(federation, 'east', { ip: '192.0.2.1' }, { ip: '2001:db8::1' })
    const east = ['192.0.2.1 180']
    await names(resolver, { '': east, 'us.': east, 'us-a.us.': east, 'us-b.us.': east, 'eu-a.eu.': east })
    assert.deepEqual(await resolver.resolve6(`${WEB}.us.${ZONE}`), ['2001:db8::1'])
    assert.deepEqual(await resolver.resolveCname(`${WEB}.eu-a.eu.${ZONE}`), [`${WEB}.eu.${ZONE}`])
    assert.equal((await resolver.resolveSoa(ZONE)).nsname, `ns.${ZONE}`)
    await assert.rejects(resolver.resolve4(`inner.shop.fed.svc.${ZONE}`), { code: 'ENOTFOUND' })

    await balance(federation, 'west', { hostname: 'lb.example.net' })
    await eventually('the host name is an alias', async () => {
      assert.deepEqual(await resolver.resolveCname(`${WEB}.eu-a.eu.${ZONE}`), ['lb.example.net'])
    })
    await balance(federation, 'west', { ip: '192.0.2.2' })
    const west = ['192.0.2.2 180']
    await names(resolver, { '': [...east, ...west], 'eu.': west, 'us-b.us.': east })

    // All replicas move to the west, so the east has no endpoints.
    await host.change(`${APPS}/web`, {
      metadata: { annotations: { 'federation.binnacle.dev/clusters': 'west' } },
    })
    await names(resolver, { '': west, 'us-a.us.': west, 'eu-a.eu.': west })

    await federation.member('west').stop()
    await names(resolver, { '': ['ENOTFOUND'], 'eu-a.eu.': ['ENOTFOUND'] })
    assert.deepEqual(await resolver.resolveCname(`${WEB}.eu-a.eu.${ZONE}`), [`${WEB}.eu.${ZONE}`])
    await federation.member('west').start()
    await names(resolver, { '': west, 'us-a.us.': west })

    await host.delete(`${CORE}/services/web`, { propagationPolicy: 'Background' })
    await names(resolver, { '': ['ENOTFOUND'], 'us-a.us.': ['ENOTFOUND'] })
  })

  it('serves TCP, and closes connections that send nonsense', async (t) => {
    const dnsListen = `${OWN_ADDRESS}:${PORT + 1}`
    const options = { storage: 'memory', port: 0, logLevel: 'silent' } as const
    const federation = { dnsListen, dnsZone: ZONE }
    const server = await createServer({ ...options, federation })
    t.after(() => server.close())
    await assert.rejects(createServer({ ...options, federation }), (error) => {
      assert.ok(error instanceof StartError)
      assert.match(error.message, /DNS: port 5400 on .* is already in use/)
      return true
    })
    const socket = connect(PORT + 1, OWN_ADDRESS)
    t.after(() => socket.destroy())
    // The SOA record of example.com: header, name, type and class.
    const query = Buffer.from('000700000001000000000000076578616d706c6503636f6d0000060001', 'hex')
    const message = Buffer.concat([Buffer.from([0, query.length]), query])
    // Two queries, in pieces.
    socket.write(message.subarray(0, 5))
    socket.write(Buffer.concat([message.subarray(5), message]))
    let received = Buffer.alloc(0)
    while (received.length < 2 || received.length < 2 * (2 + received.readUInt16BE(0))) {
      const [chunk] = await once(socket, 'data')
      received = Buffer.concat([received, chunk])
    }
    assert.equal(received.readUInt16BE(2), 7)
    assert.equal(received.readUInt8(5) & 0xf, 0)
    socket.write(Buffer.from([0xff, 0xff, 1]))
    await once(socket, 'close')
  })
})
