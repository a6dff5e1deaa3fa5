import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import { describe, it } from 'node:test'
import { TestKubelet } from '#test/support/nodes/kubelet.js'
import { grant, startAccessServer } from '#test/support/servers/access-server.js'
import { openSpdy, textOf } from '#test/support/streams/spdy-client.js'
import { WebSocketClient } from '#test/support/streams/websocket-client.js'
import { messageOf, nodeOptions, PODS, runPod, stage } from './stage.js'

const V4 = 'v4.channel.k8s.io'
const V5 = 'v5.channel.k8s.io'
const EXEC = `${PODS}/web/exec?stdout=true&stderr=true`

const codeOf = (result = '') => {
  const { status, details } = JSON.parse(result)
  return status === 'Success' ? 0 : Number(details.causes[0].message)
}

describe('exec in a pod on a node', { timeout: 60_000 }, () => {
  it('passes a WebSocket of version 4 through, with what a kubelet calls the parameters', async (t) => {
    const { server, kubelet } = await stage(t)
    const headers = { authorization: 'Bearer secret', 'x-remote-user': 'admin', 'x-forwarded-for': 'me' }
    const client = await WebSocketClient.open(
      `${server.url}${EXEC}&command=fail&command=a+b`,
      ['base64url.bearer.authorization.k8s.io.c2VjcmV0', V4],
      headers,
    )
    assert.ok(client instanceof WebSocketClient)
    assert.equal(client.protocol, V4)
    const channels = await client.channels()
    assert.deepEqual([channels[1], channels[2], codeOf(channels[3])], ['fail a b\n', 'failed\n', 7])
    const [request] = kubelet.requests
    assert.equal(request?.method, 'GET')
    assert.equal(request.url.pathname, '/exec/default/web/main')
    assert.deepEqual(
      [...request.url.searchParams],
      [
        ['output', '1'],
        ['error', '1'],
        ['command', 'fail'],
        ['command', 'a b'],
      ],
    )
    assert.equal(request.headers.authorization, undefined)
    assert.equal(request.headers['x-remote-user'], undefined)
    assert.equal(request.headers['sec-websocket-protocol'], V4)
    assert.match(request.headers['x-forwarded-for'] as string, /^(::ffff:)?127\.0\.0\.1$/)
  })

  it('translates version 5 to SPDY', async (t) => {
    const { server, kubelet } = await stage(t)
    const failed = await WebSocketClient.connect(`${server.url}${EXEC}&command=fail`, V5)
    assert.equal(failed.protocol, V5)
    const channels = await failed.channels()
    assert.deepEqual([channels[1], channels[2], codeOf(channels[3])], ['fail\n', 'failed\n', 7])
    assert.deepEqual(
      kubelet.requests.map(({ method, headers }) => [method, headers.upgrade]),
      [['POST', 'SPDY/3.1']],
    )
    const client = await WebSocketClient.connect(`${server.url}${EXEC}&stdin=true&command=cat`, V5)
    const sent = 'z'.repeat(500_000)
    for (let start = 0; start < sent.length; start += 50_000) {
      client.send(Buffer.from(`\0${sent.slice(start, start + 50_000)}`))
    }
    client.send(Buffer.from([255, 0]))
    const { 1: text, 3: result } = await client.channels()
    assert.equal(text, sent)
    assert.equal(codeOf(result), 0)
  })

  it('passes SPDY through', async (t) => {
    const { server } = await stage(t)
    const { protocol, session } = await openSpdy(`${server.url}${EXEC}&stdin=true&command=cat`, [V4, 'v3'])
    assert.equal(protocol, V4)
    const open = (streamType: string) => session.open({ streamType })
    const [error, input, output] = await Promise.all(['error', 'stdin', 'stdout', 'stderr'].map(open))
    ;(input as Duplex).end('hello')
    assert.equal(await textOf(output as Duplex), 'hello')
    assert.equal(codeOf(await textOf(error as Duplex)), 0)
    await session.closed
  })

  it('has the resizes of a terminal', async (t) => {
    const { server, kubelet } = await stage(t)
    kubelet.run = async (_, { resize, stderr, stdout }) => {
      assert.equal(stderr, undefined)
      const [size] = await once(resize as Duplex, 'data')
      stdout?.write(`size ${size}`)
      return 0
    }
    for (const name of [V4, V5]) {
      const url = `${server.url}${PODS}/web/exec?stdin=true&stdout=true&tty=true&command=sh`
      const client = await WebSocketClient.connect(url, name)
      client.send(Buffer.from('\u0004{"Width":80,"Height":24}'))
      assert.equal((await client.channels())[1], 'size {"Width":80,"Height":24}')
    }
  })

  it('attach joins the process', async (t) => {
    const { server, kubelet } = await stage(t)
    kubelet.run = async (command, { stdout }) => {
      stdout?.write(`attached ${command.length}`)
      return 0
    }
    for (const name of [V4, V5]) {
      const client = await WebSocketClient.connect(`${server.url}${PODS}/web/attach?stdout=true`, name)
      assert.equal((await client.channels())[1], 'attached 0')
    }
    assert.deepEqual(
      kubelet.requests.map(({ url }) => url.pathname),
      ['/attach/default/web/main', '/attach/default/web/main'],
    )
  })

  it('closes at one side when the other goes, and at the end of the server', async (t) => {
    const { server, kubelet } = await stage(t)
    let onStart = () => {}
    kubelet.run = () => {
      onStart()
      return new Promise(() => undefined)
    }
    const url = `${server.url}${EXEC}&stdin=true&command=sleep`
    for (const name of [V4, V5]) {
      const started = async () => {
        const isRunning = new Promise<void>((resolve) => {
          onStart = resolve
        })
        const client = await WebSocketClient.connect(url, name)
        await isRunning
        const [socket] = kubelet.upgraded
        return { client, gone: once(socket as Duplex, 'close') }
      }
      const first = await started()
      first.client.socket.destroy()
      await first.gone
      const second = await started()
      for (const socket of kubelet.upgraded) socket.destroy()
      const channels = await second.client.channels()
      if (name === V5) assert.match(channels[3] ?? '', /the connection to the node was lost/)
      await second.gone
    }
    const last = await Promise.all([V4, V5].map((name) => WebSocketClient.connect(url, name)))
    const closed = last.map((client) => once(client.socket.resume(), 'close'))
    await Promise.all([server.close(), ...closed])
  })

  it('is refused before the upgrade', async (t) => {
    const { server, kubelet, client } = await stage(t)
    const refused = async (path: string, name: string) => {
      const opened = await WebSocketClient.open(server.url + path, [name])
      assert.ok('status' in opened, 'the upgrade was accepted')
      return opened
    }
    for (const name of [V4, V5]) {
      const other = await refused(`${EXEC}&container=other&command=a`, name)
      assert.deepEqual(
        [other.status, messageOf(other.body)],
        [400, 'container other is not valid for pod web'],
      )
      assert.equal((await refused(`${PODS}/none/exec?command=a`, name)).status, 404)
    }
    assert.equal(kubelet.requests.length, 0)
    const plain = await client.post(`${EXEC}&command=a`, {})
    assert.deepEqual([plain.status, plain.body.message], [400, 'Upgrade request required'])
    const down = { addresses: [{ type: 'InternalIP', address: '127.0.0.1' }] }
    const status = { ...down, daemonEndpoints: { kubeletEndpoint: { Port: 1 } } }
    await client.post('/api/v1/nodes', { metadata: { name: 'down' }, status })
    await runPod(client, 'far', 'down')
    for (const name of [V4, V5]) {
      const { status, body } = await refused(`${PODS}/far/exec?command=a&stdout=1`, name)
      assert.equal(status, 500)
      assert.match(messageOf(body), /error dialing backend: .*ECONNREFUSED/)
    }
  })

  it('needs the right to get or create pods/exec', async (t) => {
    const options = await nodeOptions(t)
    const host = await startAccessServer(t, { ...options, authorizationMode: ['RBAC'] })
    const kubelet = await TestKubelet.start(t)
    const admin = host.as('admin')
    await kubelet.join(admin, 'n1')
    await runPod(admin, 'web', 'n1')
    await grant(
      admin,
      'default',
      'exec',
      [{ verbs: ['get'], apiGroups: [''], resources: ['pods/exec'] }],
      'ann',
    )
    const codes = await Promise.all(
      ['ann', 'ben', 'nobody'].map(async (user) => {
        const headers = { authorization: `Bearer ${user}` }
        const url = `${host.server.url}${EXEC}&command=date`
        const opened = await WebSocketClient.open(url, [V4], headers)
        const post = await fetch(url, { method: 'POST', headers })
        if ('status' in opened) return [opened.status, post.status]
        return [codeOf((await opened.channels())[3]), post.status]
      }),
    )
    assert.deepEqual(codes, [
      [0, 403],
      [403, 403],
      [401, 401],
    ])
    assert.equal(kubelet.requests.length, 1)
  })
})
