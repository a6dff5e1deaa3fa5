import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request as secureRequest } from 'node:https'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { describe, it, type TestContext } from 'node:test'
import { LOCAL_HOSTS, newAuthority } from '#test/support/certificates/authority.js'
import { Client } from '#test/support/client.js'
import { bodyOf, RawClient, requestText, statusOf } from '#test/support/raw-client.js'
import { FLAG, FRAME, frame, number32, RawHttp2, requestFrame } from '#test/support/raw-http2.js'
import { startAccessServer } from '#test/support/servers/access-server.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { startTestServer } from '#testing.js'
import { CLUSTERS, proxyPath, reflect, ScriptedMember } from './scripted-member.js'

const PROXY = proxyPath('m1')
const EXEC = `${PROXY}/api/v1/namespaces/a/pods/b/exec?command=sh`
const CANCEL = 8
const authority = newAuthority()

async function stage(t: TestContext) {
  const server = await startTestServer({ federation: true })
  t.after(() => server.close())
  const member = await ScriptedMember.start(t)
  await member.join(new Client(server.url), 'm1')
  return { server, member }
}

/** Asks for an upgrade. Resolves with the connection, or with the status of another response. */
function upgrade(url: string, options: object = {}): Promise<Duplex | number> {
  const send = url.startsWith('https:') ? secureRequest : request
  return new Promise((resolve, reject) => {
    const sent = send(url, {
      method: 'POST',
      headers: { connection: 'Upgrade', upgrade: 'SPDY/3.1', 'x-stream-protocol-version': ['v4', 'v3'] },
      ...options,
    })
    sent.on('upgrade', (response, socket, head) => {
      assert.equal(response.headers['x-stream-protocol-version'], 'v4.channel.k8s.io')
      if (head.length > 0) socket.unshift(head)
      resolve(socket)
    })
    sent.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function echoed(connection: Duplex | number, text: string): Promise<string> {
  assert.ok(typeof connection !== 'number', `no upgrade: ${connection}`)
  connection.write(text)
  let received = ''
  while (received.length < text.length) received += String((await once(connection, 'data'))[0])
  return received
}

const closed = (stream: Duplex) => new Promise<void>((resolve) => stream.once('close', resolve).resume())

describe('an upgrade through the proxy of a cluster', { timeout: 60_000 }, () => {
  it('joins the client with the member, for SPDY and WebSockets', async (t) => {
    const { server } = await stage(t)
    const spdy = await upgrade(server.url + EXEC)
    assert.equal(await echoed(spdy, 'over SPDY'), 'over SPDY')
    const headers = { connection: 'keep-alive, Upgrade', upgrade: 'websocket', 'sec-websocket-key': 'x' }
    const socket = await upgrade(server.url + EXEC, { method: 'GET', headers })
    const large = 'over a WebSocket '.repeat(50_000)
    assert.equal(await echoed(socket, large), large)
    for (const connection of [spdy, socket]) (connection as Duplex).destroy()
  })

  it('passes bytes that follow the request at once', async (t) => {
    const { server } = await stage(t)
    const head = requestText(`POST ${EXEC} HTTP/1.1`, 'Connection: Upgrade', 'Upgrade: SPDY/3.1')
    const socket = await new RawClient(server.url).open(`${head}early`)
    let text = ''
    while (!text.endsWith('early')) text += String((await once(socket, 'data'))[0])
    assert.equal(statusOf(text), 101)
    socket.destroy()
  })

  it('works on a connection that had other requests before', async (t) => {
    const { server, member } = await stage(t)
    member.respond = reflect
    const chunked = requestText(`POST ${PROXY}/x HTTP/1.1`, 'Transfer-Encoding: chunked')
    const socket = await new RawClient(server.url).open(`${chunked}1\r\na\r\n0\r\n\r\n`)
    assert.equal(statusOf(String((await once(socket, 'data'))[0])), 200)
    socket.write(requestText(`POST ${EXEC} HTTP/1.1`, 'Connection: Upgrade', 'Upgrade: SPDY/3.1'))
    let text = ''
    while (!text.includes('101 Switching')) text += String((await once(socket, 'data'))[0])
    assert.equal(await echoed(socket, 'hello'), 'hello')
    socket.destroy()
  })

  it('closes at one side when the other goes', async (t) => {
    const { server, member } = await stage(t)
    let atMember: Promise<void> | undefined
    const echo = member.switch
    member.switch = (incoming, socket, head) => {
      atMember = closed(socket)
      echo(incoming, socket, head)
    }
    const first = (await upgrade(server.url + EXEC)) as Duplex
    first.destroy()
    await atMember
    const second = (await upgrade(server.url + EXEC)) as Duplex
    const gone = closed(second)
    for (const socket of member.sockets) socket.destroy()
    await gone
    const third = (await upgrade(server.url + EXEC)) as Duplex
    const removed = closed(third)
    await new Client(server.url).delete(`${CLUSTERS}/m1`)
    await removed
  })

  it('passes on the response of a member that does not switch, and rejects other protocols', async (t) => {
    const { server, member } = await stage(t)
    member.switch = (_, socket) => void socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')
    assert.equal(await upgrade(server.url + EXEC), 403)
    member.switch = (_, socket) =>
      void socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n')
    assert.equal(await upgrade(server.url + EXEC), 503)
    assert.equal(await upgrade(`${server.url}${proxyPath('m2')}/x`), 404)
    const body = requestText(
      `POST ${EXEC} HTTP/1.1`,
      'Connection: Upgrade',
      'Upgrade: SPDY/3.1',
      'Content-Length: 4',
    )
    assert.equal(statusOf(await new RawClient(server.url).ask(`${body}body`)), 400)
  })

  it('leaves requests to other paths as they are, and offers of h2c too', async (t) => {
    const { server, member } = await stage(t)
    member.respond = reflect
    const raw = new RawClient(server.url)
    const offer = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: x']
    const map = JSON.stringify({ metadata: { name: 'a' } })
    const create = requestText(
      'POST /api/v1/namespaces/default/configmaps HTTP/1.1',
      ...offer,
      'Content-Type: application/json',
      `Content-Length: ${map.length}`,
    )
    const read = requestText(`GET ${PROXY}/x HTTP/1.1`, 'Connection: close, Upgrade', 'Upgrade: h2c')
    const socket = await raw.open(create)
    socket.write(map)
    let text = ''
    while (!text.includes('"uid"')) text += String((await once(socket, 'data'))[0])
    assert.equal(statusOf(text), 201)
    socket.write(read)
    text = ''
    for await (const chunk of socket) text += chunk
    assert.equal(statusOf(text), 200)
    assert.ok(!bodyOf(text).includes('h2c'))
    const other = requestText('GET /api HTTP/1.1', 'Connection: Upgrade', 'Upgrade: websocket')
    const refused = await raw.open(other)
    assert.equal(statusOf(String((await once(refused, 'data'))[0])), 400)
    refused.destroy()
  })

  it('needs the rights of the host', async (t) => {
    const host = await startAccessServer(t, { federation: true, authorizationMode: ['RBAC'] })
    const member = await ScriptedMember.start(t)
    await member.join(host.as('admin'), 'm1')
    const headers = (token: string) => ({
      headers: { connection: 'Upgrade', upgrade: 'SPDY/3.1', authorization: `Bearer ${token}` },
    })
    assert.equal(await upgrade(host.server.url + EXEC, headers('ann')), 403)
    assert.equal(await upgrade(host.server.url + EXEC, headers('nobody')), 401)
    const connection = await upgrade(host.server.url + EXEC, headers('admin'))
    assert.equal(await echoed(connection, 'x'), 'x')
    ;(connection as Duplex).destroy()
  })

  it('ends when the host stops', async (t) => {
    const { server } = await stage(t)
    const connection = (await upgrade(server.url + EXEC)) as Duplex
    const gone = closed(connection)
    await Promise.all([server.close(), gone])
  })
})

describe('a host with TLS', { timeout: 60_000 }, () => {
  it('forwards upgrades, and requests and watches over HTTP/2', async (t) => {
    const { path, remove } = await temporaryFolder()
    t.after(remove)
    const { cert, key } = authority.issueServer(LOCAL_HOSTS)
    const [certFile, keyFile] = [join(path, 'cert.pem'), join(path, 'key.pem')]
    await writeFile(certFile, cert)
    await writeFile(keyFile, key)
    const server = await startTestServer({ federation: true, tls: { certFile, keyFile } })
    t.after(() => server.close())
    const session = connectHttp2(server.url, { ca: authority.cert })
    t.after(() => session.destroy())
    const member = await ScriptedMember.start(t)
    const send = async (method: string, path: string, body?: string | Buffer) => {
      const stream = session.request({ ':method': method, ':path': path, 'content-type': 'application/json' })
      stream.end(body)
      const [headers] = await once(stream, 'response')
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      return { status: headers[':status'], body: Buffer.concat(chunks) }
    }
    const { status } = await send(
      'POST',
      CLUSTERS,
      JSON.stringify({
        metadata: { name: 'm1' },
        spec: { serverAddressByClientCIDRs: [{ clientCIDR: '', serverAddress: member.url }] },
      }),
    )
    assert.equal(status, 201)
    const ca = { ca: authority.cert }
    const connection = await upgrade(server.url + EXEC, ca)
    assert.equal(await echoed(connection, 'over TLS'), 'over TLS')
    ;(connection as Duplex).destroy()
    member.respond = reflect
    const reflected = await send('PATCH', `${PROXY}/api?x=1`, '{"a":1}')
    const { method, url, body, headers } = JSON.parse(reflected.body.toString())
    assert.deepEqual([method, url, body], ['PATCH', '/api?x=1', '{"a":1}'])
    assert.equal(headers['content-type'], 'application/json')
    member.respond = (incoming, response) => void incoming.pipe(response)
    const large = Buffer.alloc(3_000_000, 'xyz')
    assert.ok((await send('POST', `${PROXY}/echo`, large)).body.equals(large))
    const gone = new Promise<void>((resolve) => {
      member.respond = (_, response) => {
        response.writeHead(200).write('first\n')
        response.on('close', resolve)
      }
    })
    const watch = session.request({ ':path': `${PROXY}/watch` })
    assert.equal(String((await once(watch, 'data'))[0]), 'first\n')
    watch.close()
    await gone
    assert.equal((await send('GET', `${proxyPath('m2')}/x`)).status, 404)
    // A body that is cut does not end at the member.
    const ends = new Promise<readonly string[]>((resolve) => {
      const seen: string[] = []
      member.respond = (incoming) => {
        incoming.on('data', () => raw.send(frame(FRAME.reset, FLAG.none, 1, number32(CANCEL))))
        for (const event of ['end', 'aborted']) incoming.on(event, () => seen.push(event))
        incoming.on('error', () => undefined)
        incoming.on('close', () => resolve(seen))
      }
    })
    const raw = await RawHttp2.open(Number(new URL(server.url).port))
    t.after(() => raw.socket.destroy())
    raw.send(
      requestFrame(1, `${PROXY}/upload`, { method: 'POST', flags: FLAG.endHeaders }),
      frame(FRAME.data, FLAG.none, 1, Buffer.from('part')),
    )
    assert.deepEqual(await ends, ['aborted'])
    // Not for HTTP/2: a repeated header of which there can be one, and a length of nothing.
    member.respond = ({ socket, url }) => {
      const isEmpty = url === '/nothing'
      const head = isEmpty ? '204 No Content\r\nContent-Length: 4' : '200 OK\r\nContent-Length: 2'
      socket.end(`HTTP/1.1 ${head}\r\nEtag: a\r\nEtag: b\r\n\r\n${isEmpty ? '' : 'ok'}`)
    }
    assert.deepEqual(await send('GET', `${PROXY}/twice`), { status: 200, body: Buffer.from('ok') })
    assert.deepEqual(await send('GET', `${PROXY}/nothing`), { status: 204, body: Buffer.alloc(0) })
  })
})
