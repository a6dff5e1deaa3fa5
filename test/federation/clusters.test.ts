import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { startTestServer } from '#testing.js'
import { Client } from '../support/client.js'
import { StubMember } from '../support/members/stub-member.js'
import { OWN_ADDRESS } from '../support/own-address.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { Host } from './host.js'

const READY = 'Ready=True ClusterReady /readyz responded with ok'
const OFFLINE = 'Offline=True ClusterNotReachable cluster is not reachable'
const FLOODED = 'ResponseRefused=True ResponseTooLarge GET /readyz: a response has more than 65536 bytes'
const VERSION = 'federation.binnacle.dev/member-version'

async function stub(t: TestContext, handler: StubMember['handler']): Promise<StubMember> {
  const member = await StubMember.start()
  member.handler = handler
  t.after(() => member.close())
  return member
}

const ok: StubMember['handler'] = (_, response) => void response.end('ok')

describe('a cluster', () => {
  it('becomes ready, with the version and location of the member', async (t) => {
    const member = await startTestServer()
    t.after(() => member.close())
    const nodes = new Client(member.url)
    const node = (name: string, labels: object) => nodes.post('/api/v1/nodes', { metadata: { name, labels } })
    await node('a', { 'topology.kubernetes.io/region': 'eu', 'topology.kubernetes.io/zone': 'eu-b' })
    await node('b', {
      'failure-domain.beta.kubernetes.io/region': 'eu',
      'failure-domain.beta.kubernetes.io/zone': 'eu-a',
    })
    const host = await Host.start(t)
    await host.join('c1', member.url)
    assert.deepEqual(await host.conditions('c1'), [READY])
    const { metadata, status } = await host.cluster('c1')
    assert.deepEqual([status.zones, status.region], [['eu-a', 'eu-b'], 'eu'])
    const { body: version } = await nodes.get('/version')
    assert.equal(metadata.annotations[VERSION], version.gitVersion)
    assert.equal(status.conditions[0].lastProbeTime, '2024-01-01T00:00:00Z')
    assert.deepEqual(await host.events('c1'), ['Normal ClusterReady /readyz responded with ok'])
    assert.deepEqual(await host.table(), [`c1 Ready ${version.gitVersion} eu eu-a,eu-b`])
  })

  it('requests missing facts again soon', async (t) => {
    const labels = { 'topology.kubernetes.io/region': 'eu', 'topology.kubernetes.io/zone': 'eu-b' }
    const nodes = { metadata: {}, items: [{ metadata: { labels } }] }
    let isAllowed = false
    const member = await stub(t, ({ url = '' }, response) => {
      if (!isAllowed && url !== '/readyz') response.writeHead(403).end('{}')
      else if (url === '/version') response.end('{"gitVersion":"v1"}')
      else response.end(url.startsWith('/api/v1/nodes') ? JSON.stringify(nodes) : 'ok')
    })
    const host = await Host.start(t)
    await host.join('c1', member.url)
    assert.deepEqual(await host.table(), ['c1 Ready <none> <none> <none>'])
    isAllowed = true
    await host.pass(1)
    assert.deepEqual(await host.table(), ['c1 Ready v1 eu eu-b'])
    const asked = () => member.paths.filter((path) => path.startsWith('/api/v1/nodes')).length
    assert.equal(asked(), 2)
    await host.pass(200)
    assert.equal(asked(), 2)
  })

  it('has no location if a node has no zone', async (t) => {
    const member = await startTestServer()
    t.after(() => member.close())
    const labels = { 'topology.kubernetes.io/region': 'eu', 'topology.kubernetes.io/zone': 'eu-b' }
    const nodes = new Client(member.url)
    await nodes.post('/api/v1/nodes', { metadata: { name: 'a', labels } })
    await nodes.post('/api/v1/nodes', { metadata: { name: 'b' } })
    const host = await Host.start(t)
    await host.join('c1', member.url)
    const { status } = await host.cluster('c1')
    assert.deepEqual(Object.keys(status), ['conditions'])
  })

  it('is offline after three failed probes, and ready again after two', async (t) => {
    const host = await Host.start(t)
    const member = await startTestServer({ host: OWN_ADDRESS })
    const port = Number(new URL(member.url).port)
    await host.join('c1', member.url)
    const { lastTransitionTime } = (await host.cluster('c1')).status.conditions[0]
    await member.close()
    await host.pass(20)
    assert.deepEqual(await host.conditions('c1'), [READY])
    await host.pass(10)
    assert.deepEqual(await host.conditions('c1'), [OFFLINE])
    assert.match((await host.table())[0] ?? '', /^c1 Offline v\S+ <none> <none>$/)
    assert.match(
      (await host.events('c1')).at(-1) ?? '',
      /^Warning ClusterNotReachable cluster is not reachable: .*ECONN/,
    )
    const again = await startTestServer({ host: OWN_ADDRESS, port })
    t.after(() => again.close())
    // Up to ten seconds until the first of the two probes, and up to two until the second.
    await host.pass(12)
    assert.deepEqual(await host.conditions('c1'), [READY])
    const { conditions } = (await host.cluster('c1')).status
    assert.notEqual(conditions[0].lastTransitionTime, lastTransitionTime)
    assert.equal((await host.events('c1')).length, 2, 'a repeated event is counted')
  })

  it('keeps its health when the host restarts', async (t) => {
    const { path: dataDir, remove } = await temporaryFolder()
    t.after(remove)
    const member = await stub(t, ok)
    const before = await Host.start(t, true, { storage: 'embedded', dataDir })
    await before.join('c1', member.url)
    await before.server.close()
    member.handler = (_, response) => void response.writeHead(500).end()
    const after = await Host.start(t, true, { storage: 'embedded', dataDir })
    await after.pass(15)
    assert.deepEqual(await after.conditions('c1'), [READY], 'two failures are not enough')
    await after.pass(10)
    assert.deepEqual(await after.conditions('c1'), [OFFLINE])
  })

  it('costs one write in five minutes while nothing changes', async (t) => {
    const member = await startTestServer()
    t.after(() => member.close())
    const host = await Host.start(t)
    await host.join('c1', member.url)
    const first = await host.cluster('c1')
    await host.pass(280)
    assert.deepEqual(await host.cluster('c1'), first)
    await host.pass(40)
    const [condition] = (await host.cluster('c1')).status.conditions
    assert.notEqual(condition.lastProbeTime, first.status.conditions[0].lastProbeTime)
    assert.equal(condition.lastTransitionTime, first.status.conditions[0].lastTransitionTime)
    assert.equal((await host.events('c1')).length, 1)
  })
})

describe('a probe of a cluster', () => {
  const NOT_READY = [
    'Ready=False ClusterNotReady /readyz responded without ok',
    'Offline=False ClusterReachable cluster is reachable',
  ]
  const late: StubMember['handler'] = (_, response) => void setTimeout(() => response.end('ok'), 200)
  const responses: [string, StubMember['handler'], string[]][] = [
    ['ok in any case', (_, response) => void response.end('Ok'), [READY]],
    ['partial content', (_, response) => void response.writeHead(206).end('ok'), [READY]],
    ['ok with a line feed', (_, response) => void response.end('ok\n'), NOT_READY],
    ['JSON', (_, response) => void response.end('"ok"'), NOT_READY],
    ['a check that fails', (_, response) => void response.writeHead(500).end('[-]etcd failed'), [OFFLINE]],
    ['a refusal', (_, response) => void response.writeHead(403).end(), [OFFLINE]],
    ['a redirect', (_, response) => void response.writeHead(302, { location: '/ok' }).end('ok'), [OFFLINE]],
    ['a flood', (_, response) => void response.end(Buffer.alloc(1024 * 1024, 'o')), [OFFLINE, FLOODED]],
    ['nonsense', ({ socket }) => void socket.end('ok ok ok\r\n'), [OFFLINE]],
    ['a response that takes longer than the interval', late, [READY]],
    ['no response', () => undefined, [OFFLINE]],
    [
      'half a response',
      (_, response) => void response.writeHead(200, { 'content-length': 2 }).write('o'),
      [OFFLINE],
    ],
  ]
  for (const [what, handler, expected] of responses) {
    it(`understands ${what}`, async (t) => {
      const member = await stub(t, handler)
      const host = await Host.start(t, { probeIntervalMs: 100 })
      await host.join('c1', member.url)
      assert.deepEqual(await host.conditions('c1'), expected)
      assert.ok(!member.paths.includes('/ok'), 'no redirect is followed')
    })
  }

  it('uses /healthz if there is no /readyz', async (t) => {
    const member = await stub(t, ({ url }, response) => {
      if (url === '/healthz') response.end('ok')
      else response.writeHead(404).end()
    })
    const host = await Host.start(t)
    await host.join('c1', member.url)
    assert.deepEqual(await host.conditions('c1'), ['Ready=True ClusterReady /healthz responded with ok'])
  })

  it('does not wait for other members', async (t) => {
    const [slow, quick] = [await stub(t, () => undefined), await stub(t, ok)]
    const host = await Host.start(t)
    const collection = '/apis/federation/v1beta1/clusters'
    const cluster = (name: string, serverAddress: string) => ({
      metadata: { name },
      spec: { serverAddressByClientCIDRs: [{ clientCIDR: '', serverAddress }] },
    })
    await host.client.post(collection, cluster('slow', slow.url))
    await host.client.post(collection, cluster('quick', quick.url))
    while ((await host.conditions('quick')).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 10))
    assert.deepEqual(await host.conditions('quick'), [READY])
    assert.deepEqual(await host.conditions('slow'), [])
  })

  it('reports oversized responses for a while', async (t) => {
    let isLarge = true
    const member = await stub(t, ({ url }, response) => {
      if (url !== '/version') response.end('ok')
      else response.end(isLarge ? `"${'x'.repeat(100_000)}"` : '{"gitVersion":"v1"}')
    })
    const host = await Host.start(t)
    await host.join('c1', member.url)
    isLarge = false
    const refused = 'GET /version: a response has more than 65536 bytes'
    await host.pass(10)
    assert.deepEqual(await host.conditions('c1'), [READY, `ResponseRefused=True ResponseTooLarge ${refused}`])
    assert.deepEqual((await host.events('c1')).slice(1), [`Warning ResponseRefused ${refused}`])
    const { status } = await host.cluster('c1')
    assert.notEqual(status.conditions[0].lastTransitionTime, status.conditions[1].lastTransitionTime)
    await host.pass(650)
    assert.deepEqual(await host.conditions('c1'), [READY])
  })

  it('ignores invalid nodes and versions', async (t) => {
    const bodies: Readonly<Record<string, string>> = {
      '/version': JSON.stringify({ gitVersion: 'v'.repeat(500) }),
      '/api/v1/nodes?limit=500': '{"items":[7,null,{"metadata":{"labels":"none"}}]}',
    }
    const member = await stub(t, ({ url = '' }, response) => void response.end(bodies[url] ?? 'ok'))
    const host = await Host.start(t)
    await host.join('c1', member.url)
    const { metadata, status } = await host.cluster('c1')
    assert.equal(metadata.annotations, undefined)
    assert.deepEqual(Object.keys(status), ['conditions'])
    assert.deepEqual(Object.keys(bodies).sort(), member.paths.slice(1).sort())
  })
})

describe('access to a cluster', () => {
  it('uses its address until that changes', async (t) => {
    const [before, after] = [await stub(t, ok), await stub(t, ok)]
    const host = await Host.start(t)
    await host.join('c1', before.url)
    const asked = before.paths.length
    const serverAddress = after.url.replace('http://', '')
    await host.change('c1', {
      spec: { serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }] },
    })
    assert.ok(after.paths.includes('/readyz'), 'the new address is probed at once')
    await host.pass(10)
    assert.equal(before.paths.length, asked)
    assert.deepEqual(await host.conditions('c1'), [READY])
  })

  it('uses the current content of its secret', async (t) => {
    const tokens: (string | undefined)[] = []
    const member = await stub(t, ({ url, headers }, response) => {
      if (url === '/readyz') tokens.push(headers.authorization)
      response.end('ok')
    })
    const kubeconfig = (token: string) =>
      JSON.stringify({
        'current-context': 'a',
        contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
        clusters: [{ name: 'a', cluster: { server: 'https://192.0.2.1' } }],
        users: [{ name: 'a', user: { token } }],
      })
    const host = await Host.start(t)
    await host.join('c1', member.url, { secretRef: { name: 's1' } })
    assert.deepEqual(tokens, [])
    assert.deepEqual(await host.conditions('c1'), [
      `${OFFLINE}: the namespace federation-system has no secret s1`,
    ])
    await host.secret('s1', { kubeconfig: kubeconfig('one') })
    assert.deepEqual(tokens, ['Bearer one'])
    await host.pass(2)
    assert.deepEqual(await host.conditions('c1'), [READY])
    await host.secret('s1', { kubeconfig: kubeconfig('two') })
    assert.equal(tokens.at(-1), 'Bearer two')
    await host.removeSecret('s1')
    const asked = tokens.length
    await host.pass(30)
    assert.equal(tokens.length, asked, 'a cluster without credentials gets no request')
    assert.match((await host.conditions('c1'))[0] ?? '', /has no secret s1/)
  })

  it('denies addresses of metadata services and the like', async (t) => {
    const host = await Host.start(t)
    for (const [index, address] of [
      'http://169.254.169.254',
      '169.254.169.254:80',
      'https://[fe80::1]:6443',
      'http://[::ffff:169.254.169.254]/latest',
      'http://2852039166',
    ].entries()) {
      await host.join(`c${index}`, address)
      assert.match(
        (await host.conditions(`c${index}`))[0] ?? '',
        /^Offline=True .* is not one that may be dialled$/,
      )
    }
  })

  it('allows denied addresses that the operator configured', async (t) => {
    const member = await stub(t, ok)
    const address = member.url.replace('127.0.0.1', '0.0.0.0')
    const careful = await Host.start(t)
    await careful.join('c1', address)
    assert.deepEqual(member.paths, [])
    const host = await Host.start(t, { allowAddresses: ['0.0.0.0'] })
    await host.join('c1', address)
    assert.deepEqual(await host.conditions('c1'), [READY])
  })

  it('ends without federation, or when the cluster is deleted', async (t) => {
    const member = await stub(t, ok)
    const quiet = await Host.start(t, false)
    await quiet.join('c1', member.url)
    await quiet.pass(60)
    assert.deepEqual(member.paths, [])
    assert.deepEqual((await quiet.cluster('c1')).status, {})
    const host = await Host.start(t)
    await host.join('c1', member.url)
    const asked = member.paths.length
    assert.ok(asked > 0)
    await host.leave('c1')
    await host.pass(60)
    assert.equal(member.paths.length, asked)
  })
})
