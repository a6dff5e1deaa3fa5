import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { describe, it, type TestContext } from 'node:test'
import { run } from '#cli/run.js'
import { Terminal } from '#cli/terminal.fixture.js'
import { runAgent } from '#federation/agent/agent.js'
import { memberAccess } from '#federation/members/credentials.js'
import { readKubeconfig } from '#federation/members/kubeconfig.js'
import { created, RBAC, startAccessServer } from '#test/support/servers/access-server.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { condition, eventually, RestartableServer } from '../clusters-of-servers.js'
import { CLUSTERS, proxyPath, reflect, ScriptedMember } from '../proxy/scripted-member.js'

const PROXY = proxyPath('m1')
const MAPS = '/api/v1/namespaces/default/configmaps'
const PULLED = {
  metadata: { name: 'm1', annotations: { 'federation.binnacle.dev/mode': 'pull' } },
  spec: { serverAddressByClientCIDRs: [{ clientCIDR: '', serverAddress: 'm1.agent.invalid' }] },
}

interface Agent {
  readonly lines: string[]
  stop(): Promise<void>
}

/** An agent in this process. */
function startAgent(
  t: TestContext,
  host: string,
  member: string,
  tokens: { host?: string; member?: string } = {},
): Agent {
  const end = new AbortController()
  const lines: string[] = []
  const access = async (server: string, token: string | undefined) => ({
    ...(await memberAccess(server, undefined)),
    token,
  })
  const running = runAgent({
    cluster: 'm1',
    host: () => access(host, tokens.host),
    member: () => access(member, tokens.member),
    signal: end.signal,
    log: (line) => lines.push(line),
    delays: { minMs: 20, maxMs: 100 },
  })
  const stop = () => {
    end.abort()
    return running
  }
  t.after(stop)
  return { lines, stop }
}

async function startHost(t: TestContext): Promise<RestartableServer> {
  const host = await RestartableServer.start(t, { federation: { probeIntervalMs: 100 } })
  await host.create(CLUSTERS, PULLED)
  return host
}

const becomes = (host: { get(path: string): Promise<unknown> }, type: 'Ready' | 'Offline') =>
  eventually(`the cluster is ${type}`, async () => {
    const cluster = await host.get(`${CLUSTERS}/m1`)
    assert.equal(condition(cluster, type)?.status, 'True')
    return cluster
  })

describe('a member behind an agent', { timeout: 120_000 }, () => {
  it('is probed, gets copies and is reached like any other, with the credentials of the agent', async (t) => {
    const host = await startHost(t)
    await host.change(`${CLUSTERS}/m1`, {
      metadata: { annotations: { 'federation.binnacle.dev/proxy-as': 'account' } },
    })
    const member = await startAccessServer(t, { authorizationMode: ['RBAC'] })
    await becomes(host, 'Offline')
    assert.match(JSON.stringify(await host.get(`${CLUSTERS}/m1`)), /no agent is connected/)
    const agent = startAgent(t, host.url, member.server.url, { member: 'admin' })
    await becomes(host, 'Ready')
    await host.create(MAPS, { metadata: { name: 'a' }, data: { x: '1' } })
    const admin = member.as('admin')
    await eventually('the copy is there', async () =>
      assert.equal((await admin.get(`${MAPS}/a`)).body.data?.x, '1'),
    )
    await created(admin.post(MAPS, { metadata: { name: 'b' } }))
    const events = await host.client.watch(`${PROXY}${MAPS}?watch=true&resourceVersion=0`, 2)
    assert.equal(events.length, 2)
    await agent.stop()
    await becomes(host, 'Offline')
    const { status, body } = await host.client.get(`${PROXY}/api`)
    assert.deepEqual([status, body.reason], [503, 'ServiceUnavailable'])
    assert.match(body.message, /no agent is connected/)
    startAgent(t, host.url, member.server.url, { member: 'admin' })
    await becomes(host, 'Ready')
  })

  it('is reached by streams and upgrades, and sees no credentials of the host or its client', async (t) => {
    const host = await startHost(t)
    const member = await ScriptedMember.start(t)
    member.respond = reflect
    const agent = startAgent(t, host.url, member.url, { member: 'secret' })
    await becomes(host, 'Ready')
    const large = 'x'.repeat(2_000_000)
    const { body } = await host.client.send('POST', `${PROXY}/api?a=1`, large, {
      authorization: 'Bearer mine',
    })
    assert.deepEqual([body.method, body.url, body.body.length], ['POST', '/api?a=1', large.length])
    assert.equal(body.headers.authorization, 'Bearer secret')
    assert.equal(body.headers.host, new URL(member.url).host)
    assert.equal(body.headers['impersonate-user'], 'system:anonymous')
    member.respond = (_, response) => response.writeHead(302, { location: `${member.url}/x` }).end()
    const moved = await fetch(`${host.url}${PROXY}/api`, { redirect: 'manual' })
    assert.equal(moved.headers.get('location'), `${PROXY}/x`)
    const sent = request(`${host.url}${PROXY}/exec`, {
      method: 'POST',
      headers: { connection: 'Upgrade', upgrade: 'SPDY/3.1' },
    }).end()
    const [, socket] = (await once(sent, 'upgrade')) as [unknown, Duplex]
    socket.write('hello')
    assert.equal(String((await once(socket, 'data'))[0]), 'hello')
    const gone = new Promise((resolve) => socket.once('close', resolve))
    for (const open of member.sockets) open.destroy()
    await gone
    member.switch = (_, other) => void other.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno')
    const refused = request(`${host.url}${PROXY}/exec`, {
      headers: { connection: 'Upgrade', upgrade: 'websocket' },
    })
    const [response] = await once(refused.end(), 'response')
    assert.equal(response.statusCode, 403)
    response.resume()
    // A cut response does not look complete, however it is framed.
    member.switch = (_, other) => {
      other.write('HTTP/1.1 403 Forbidden\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n')
      setTimeout(() => other.destroy(), 50)
    }
    const cut = request(`${host.url}${PROXY}/exec`, {
      headers: { connection: 'Upgrade', upgrade: 'websocket' },
    })
    const [incomplete] = await once(cut.end(), 'response')
    await assert.rejects(incomplete.toArray())
    const closed = new Promise<void>((resolve) => {
      member.respond = (_, watch) => {
        watch.writeHead(200).write('event\n')
        watch.on('close', resolve)
      }
    })
    const watch = request(`${host.url}${PROXY}/watch`).end()
    const [events] = await once(watch, 'response')
    assert.equal(String((await once(events, 'data'))[0]), 'event\n')
    watch.destroy()
    await closed
    member.switch = (_, other) => void other.write('HTTP/1.1 403 Forbidden\r\n\r\nshort')
    const lost = request(`${host.url}${PROXY}/exec`, {
      headers: { connection: 'Upgrade', upgrade: 'websocket' },
    })
    const [unfinished] = await once(lost.end(), 'response')
    assert.equal(String((await once(unfinished, 'data'))[0]), 'short')
    const broken = assert.rejects(once(unfinished.resume(), 'end'))
    await agent.stop()
    await broken
  })

  it('comes back after its host was restarted', async (t) => {
    const host = await startHost(t)
    const member = await RestartableServer.start(t, {})
    const agent = startAgent(t, host.url, member.url)
    await becomes(host, 'Ready')
    await host.stop()
    await eventually('the agent notices', async () =>
      assert.ok(agent.lines.includes('the connection was lost')),
    )
    await host.start()
    await eventually('the agent is back', async () => {
      assert.equal(agent.lines.filter((line) => line.startsWith('connected')).length, 2)
    })
    await host.create(MAPS, { metadata: { name: 'later' } })
    await eventually('the copy is there', async () => assert.ok(await member.find(`${MAPS}/later`)))
    await member.stop()
    await becomes(host, 'Offline')
    await member.start()
    await becomes(host, 'Ready')
  })

  it('belongs to its newest agent; the other waits until that one is gone', async (t) => {
    const host = await startHost(t)
    const [one, two] = [await ScriptedMember.start(t), await ScriptedMember.start(t)]
    one.respond = (_, response) => response.end('one')
    two.respond = (_, response) => response.end('two')
    const reaches = (who: string) =>
      eventually(`requests reach ${who}`, async () =>
        assert.equal((await host.client.get(`${PROXY}/`)).text, who),
      )
    const first = startAgent(t, host.url, one.url)
    await reaches('one')
    const second = startAgent(t, host.url, two.url)
    await reaches('two')
    await eventually('the first waits', async () =>
      assert.ok(first.lines.includes('another agent took over: waiting')),
    )
    await new Promise((resolve) => setTimeout(resolve, 300))
    assert.equal((await host.client.get(`${PROXY}/`)).text, 'two')
    await second.stop()
    await reaches('one')
  })

  it('needs the right to create clusters/agent, and loses its tunnel with it', async (t) => {
    const host = await startAccessServer(t, {
      federation: { probeIntervalMs: 100 },
      authorizationMode: ['RBAC'],
    })
    const admin = host.as('admin')
    await created(admin.post(CLUSTERS, PULLED))
    await created(admin.post(CLUSTERS, { ...PULLED, metadata: { name: 'm2' } }))
    const member = await ScriptedMember.start(t)
    const agent = startAgent(t, host.server.url, member.url, { host: 'ann' })
    await eventually('it is refused', async () => {
      assert.match(agent.lines.join('\n'), /User "ann" cannot create resource "clusters\/agent"/)
    })
    const rules = [{ apiGroups: ['federation'], resources: ['clusters/agent'], verbs: ['create'] }]
    await created(admin.post(`${RBAC}/clusterroles`, { metadata: { name: 'agents' }, rules }))
    await created(
      admin.post(`${RBAC}/clusterrolebindings`, {
        metadata: { name: 'agents' },
        roleRef: { kind: 'ClusterRole', name: 'agents' },
        subjects: [{ kind: 'User', name: 'ann' }],
      }),
    )
    await eventually('it is connected', async () => assert.ok(agent.lines.at(-1)?.startsWith('connected')))
    const ann = host.as('ann')
    assert.match(
      (await ann.post(`${CLUSTERS}/m1/agent`, {})).body.message,
      /connects with "Upgrade: binnacle-agent"/,
    )
    assert.match((await ann.post(`${CLUSTERS}/m2/agent`, {})).body.message, /m2 takes no agent/)
    assert.equal((await ann.post(`${CLUSTERS}/m3/agent`, {})).status, 404)
    assert.equal((await admin.get(`${CLUSTERS}/m1/agent`)).status, 405)
    await admin.delete(`${RBAC}/clusterrolebindings/agents`)
    await eventually('it is disconnected', async () =>
      assert.ok(agent.lines.includes('the connection was lost')),
    )
  })

  it('loses its tunnel when the cluster is removed or no longer pulled', async (t) => {
    const host = await startHost(t)
    const member = await ScriptedMember.start(t)
    const agent = startAgent(t, host.url, member.url)
    await becomes(host, 'Ready')
    await host.change(`${CLUSTERS}/m1`, {
      metadata: { annotations: { 'federation.binnacle.dev/mode': null } },
    })
    await eventually('it is refused', async () => assert.match(agent.lines.join('\n'), /takes no agent/))
    await host.delete(`${CLUSTERS}/m1`)
    await eventually('it is unknown', async () => assert.match(agent.lines.join('\n'), /"m1" not found/))
  })
})

describe('binnacle join --pull and binnacle agent', { timeout: 60_000 }, () => {
  it('register and connect a cluster, with an account that can do nothing else', async (t) => {
    const { path, remove } = await temporaryFolder()
    t.after(remove)
    const hostFolder = join(path, 'host')
    const { startTestServer } = await import('#testing.js')
    const host = await startTestServer({
      federation: { probeIntervalMs: 100 },
      tls: { selfSigned: true },
      dataDir: hostFolder,
    })
    t.after(() => host.close())
    const member = await startTestServer({ tls: { selfSigned: true }, dataDir: join(path, 'member') })
    t.after(() => member.close())
    const hostAdmin = join(hostFolder, 'admin.kubeconfig')
    const agentFile = join(path, 'agent.kubeconfig')
    const terminal = new Terminal()
    const joined = await run(
      ['join', 'm1', '--pull', '--host-kubeconfig', hostAdmin, '--agent-kubeconfig', agentFile],
      {},
      terminal,
    )
    assert.equal(joined, 0, terminal.err.join('\n'))
    assert.match(
      terminal.out.at(-1) ?? '',
      /^ {2}binnacle agent --cluster m1 .* --host-kubeconfig .*agent\.kubeconfig$/,
    )
    const { MemberClient } = await import('#federation/members/member-client.js')
    const account = new MemberClient(await readKubeconfig(await readFile(agentFile, 'utf8')))
    t.after(() => account.close())
    assert.equal((await account.send({ method: 'GET', path: CLUSTERS })).status, 403)
    const agentTerminal = new Terminal()
    const agent = run(
      [
        'agent',
        '--cluster',
        'm1',
        '--kubeconfig',
        join(path, 'member', 'admin.kubeconfig'),
        '--host-kubeconfig',
        agentFile,
      ],
      {},
      agentTerminal,
    )
    const admin = new MemberClient(await readKubeconfig(await readFile(hostAdmin, 'utf8')))
    t.after(() => admin.close())
    await becomes({ get: async (at) => (await admin.send({ method: 'GET', path: at })).body }, 'Ready')
    const { status } = await admin.send({ method: 'GET', path: `${PROXY}/api/v1/namespaces` })
    assert.equal(status, 200)
    agentTerminal.signals.emit('SIGTERM', 'SIGTERM')
    assert.equal(await agent, 0)
    const mistaken = new Terminal()
    const missing = ['agent', '--cluster', 'm1', '--kubeconfig', join(path, 'none'), '--server', host.url]
    assert.equal(await run(missing, {}, mistaken), 1)
    const left = new Terminal()
    assert.equal(await run(['unjoin', 'm1', '--host-kubeconfig', hostAdmin], {}, left), 0)
    const role = `${RBAC}/clusterroles/binnacle-agent-m1`
    assert.equal((await admin.send({ method: 'GET', path: role })).status, 404)
  })
})
