import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Duplex } from 'node:stream'
import { describe, it, type TestContext } from 'node:test'
import { SpdySession } from '#streaming/spdy/session.js'
import { openSpdy, textOf } from '#test/support/streams/spdy-client.js'
import { WebSocketClient } from '#test/support/streams/websocket-client.js'
import { messageOf, PODS, stage } from './stage.js'

const TUNNEL = 'SPDY/3.1+portforward.k8s.io'
const FORWARD = `${PODS}/web/portforward`

/** A program that repeats what it gets in capitals. */
async function program(t: TestContext): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    socket.on('end', () => socket.end(text.toUpperCase()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}

/** The bytes within the messages of a WebSocket. */
function tunnelled(client: WebSocketClient): Duplex {
  return new Duplex({
    read() {
      client.next().then(
        (next) => this.push(next && 'data' in next ? next.data : null),
        (error) => this.destroy(error),
      )
    },
    write(chunk, _, done) {
      client.send(chunk)
      done()
    },
    final(done) {
      client.socket.destroy()
      done()
    },
  })
}

async function capitals(session: SpdySession, port: number, id: string, text: string): Promise<string> {
  const headers = { port: String(port), requestID: id }
  const error = await session.open({ ...headers, streamType: 'error' })
  const data = await session.open({ ...headers, streamType: 'data' })
  error.end()
  data.end(text)
  const [received, failure] = await Promise.all([textOf(data), textOf(error)])
  return failure || received
}

describe('a forwarded port', { timeout: 60_000 }, () => {
  it('is reached over SPDY, and over SPDY within a WebSocket', async (t) => {
    const { server, kubelet } = await stage(t)
    const port = await program(t)
    const spdy = await openSpdy(`${server.url}${FORWARD}?ports=${port}`, ['portforward.k8s.io'])
    assert.equal(spdy.protocol, 'portforward.k8s.io')
    const client = await WebSocketClient.connect(server.url + FORWARD, TUNNEL)
    assert.equal(client.protocol, TUNNEL)
    const tunnel = new SpdySession(tunnelled(client), { isClient: true })
    for (const session of [spdy.session, tunnel]) {
      const large = 'large '.repeat(50_000)
      const texts = await Promise.all([
        capitals(session, port, '0', 'small'),
        capitals(session, port, '1', large),
      ])
      assert.equal(texts[0], 'SMALL')
      assert.ok(texts[1] === large.toUpperCase(), `${texts[1]?.length} characters`)
      assert.match(await capitals(session, 1, '2', ''), /ECONNREFUSED/)
    }
    spdy.session.close()
    tunnel.destroy()
    client.socket.destroy()
    assert.deepEqual(
      kubelet.requests.map(({ method, url, headers }) => [
        method,
        url.pathname + url.search,
        headers.upgrade,
      ]),
      [
        ['POST', `/portForward/default/web?port=${port}`, 'SPDY/3.1'],
        ['POST', '/portForward/default/web', 'SPDY/3.1'],
      ],
    )
    while (kubelet.upgraded.size > 0) await new Promise((resolve) => setImmediate(resolve))
  })

  it('closes with the kubelet and with the server', async (t) => {
    const { server, kubelet } = await stage(t)
    const first = await WebSocketClient.connect(server.url + FORWARD, TUNNEL)
    while (kubelet.upgraded.size === 0) await new Promise((resolve) => setImmediate(resolve))
    for (const socket of kubelet.upgraded) socket.destroy()
    assert.deepEqual(await first.next(), { code: 1000 })
    const second = await WebSocketClient.connect(server.url + FORWARD, TUNNEL)
    const closed = once(second.socket.resume(), 'close')
    await Promise.all([server.close(), closed])
  })

  it('is refused by a kubelet that does not know the protocol', async (t) => {
    const { server } = await stage(t)
    const opened = await WebSocketClient.open(server.url + FORWARD, ['SPDY/3.1+other'])
    assert.ok('status' in opened)
    assert.equal(opened.status, 500)
    assert.match(messageOf(opened.body), /chose no protocol/)
    const wrong = await WebSocketClient.open(`${server.url}${FORWARD}?ports=x`, [TUNNEL])
    assert.ok('status' in wrong)
    assert.equal(wrong.status, 400)
  })
})
