import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { connect, type TLSSocket } from 'node:tls'
import { LOCAL_HOSTS, newAuthority } from '#test/support/certificates/authority.js'
import type { ListenerOptions } from './listener.js'
import { EIGHT_PARTS_TIMEOUT_MS, hello, readAll, takeInParts } from './listener-support.fixture.js'
import { authority, startSecure } from './secure-support.fixture.js'

const LONG = Buffer.alloc(32 * 1024 * 1024, 'x')
const long: ListenerOptions['handler'] = (_request, response) => void response.end(LONG)

async function open(t: TestContext, port: number, protocols = ['http/1.1']): Promise<TLSSocket> {
  const socket = connect({ port, host: '127.0.0.1', ca: authority.cert, ALPNProtocols: protocols })
  t.after(() => socket.destroy())
  socket.on('error', () => undefined)
  await once(socket, 'secureConnect')
  return socket
}

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

describe('a connection of HTTP/1.1 over TLS', () => {
  it('serves one request after the other', async (t) => {
    const { port } = await startSecure(t, hello)
    const socket = await open(t, port)
    socket.write(GET + GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    assert.equal((await readAll(socket)).split('hello').length, 3)
  })

  it('is HTTP/1.1 when the client names no protocol, and does not come about when it knows none of ours', async (t) => {
    const { port } = await startSecure(t, hello)
    const socket = connect({ port, host: '127.0.0.1', ca: authority.cert })
    t.after(() => socket.destroy())
    await once(socket, 'secureConnect')
    socket.write(GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    assert.match(await readAll(socket), /^HTTP\/1\.1 200 /)
    const stranger = connect({ port, host: '127.0.0.1', ca: authority.cert, ALPNProtocols: ['spdy/3'] })
    await assert.rejects(once(stranger, 'secureConnect'))
  })

  it('is served when the client has ended its side', async (t) => {
    const { port } = await startSecure(t, async (_request, response) => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      response.end('late')
    })
    const below = connectTcp({ port, host: '127.0.0.1', allowHalfOpen: true })
    const socket = connect({ socket: below, host: '127.0.0.1', ca: authority.cert })
    t.after(() => socket.destroy())
    await once(socket, 'secureConnect')
    socket.allowHalfOpen = true
    socket.end(GET)
    assert.match(await readAll(socket), /late$/)
  })

  it('is cut off when its client takes nothing of a response', async (t) => {
    const { port, cut } = await startSecure(t, long, { sendTimeoutMs: 100 })
    const socket = await open(t, port)
    socket.pause()
    socket.write(GET)
    while (cut.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    assert.deepEqual(cut, ['timeout'])
    let taken = 0
    socket.on('data', (chunk: Buffer) => {
      taken += chunk.length
    })
    await new Promise((resolve) => socket.resume().once('close', resolve))
    assert.ok(taken < LONG.length, String(taken))
  })

  it('is waited for as long as its client takes a little now and then', async (t) => {
    const { port, cut } = await startSecure(t, long, { sendTimeoutMs: EIGHT_PARTS_TIMEOUT_MS })
    const socket = await open(t, port)
    socket.pause()
    socket.write(GET)
    const taken = await takeInParts(socket, LONG.length)
    assert.ok(taken > LONG.length, String(taken))
    assert.deepEqual(cut, [])
  })

  it('gets a Status for data that is not HTTP', async (t) => {
    const { port } = await startSecure(t, hello)
    const socket = await open(t, port)
    socket.write('nonsense\r\n\r\n')
    assert.match(await readAll(socket), /^HTTP\/1\.1 400 .*the request is not HTTP/s)
  })
})

describe('a connection to a listener with TLS', () => {
  it('is closed for data that is not TLS', async (t) => {
    const { port } = await startSecure(t, hello)
    const socket = connectTcp(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(GET)
    assert.doesNotMatch(await readAll(socket).catch(() => ''), /HTTP/)
  })

  it('is closed when the handshake does not come', async (t) => {
    const { port } = await startSecure(t, hello, { headersTimeoutMs: 100 })
    const socket = connectTcp(port, '127.0.0.1')
    assert.equal(await readAll(socket), '')
  })

  it('is refused beyond the number that is allowed', async (t) => {
    const { port } = await startSecure(t, hello, { maxConnections: 2 })
    await open(t, port)
    await open(t, port, ['h2'])
    await assert.rejects(open(t, port), { code: 'ECONNRESET' })
  })

  it('sees the last credentials of the listener', async (t) => {
    const { port, listener } = await startSecure(t, hello)
    const first = await open(t, port)
    const next = authority.issueServer(LOCAL_HOSTS)
    listener.replaceCredentials(next)
    const second = await open(t, port)
    assert.notEqual(first.getPeerCertificate().serialNumber, second.getPeerCertificate().serialNumber)
    assert.throws(() => listener.replaceCredentials({ ...next, key: newAuthority().issueServer([]).key }))
    first.write(GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
    assert.match(await readAll(first), /hello$/)
  })
})
