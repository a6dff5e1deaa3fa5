import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { PassThrough, Writable } from 'node:stream'
import { describe, it, type TestContext } from 'node:test'
import { ApiError, serviceUnavailable } from '#meta/api-error.js'
import { ANONYMOUS } from '#meta/user.js'
import { DirectUpstream } from '#proxy/direct-upstream.js'
import type { ConnectExchange } from '#registry/subresources/connect.js'
import { type Forwarding, forward } from './forward.js'

async function upstreamTo(t: TestContext, serve: (socket: Socket) => void): Promise<DirectUpstream> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    serve(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const upstream = new DirectUpstream({
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ca: undefined,
    token: undefined,
    certificate: undefined,
    key: undefined,
    serverName: undefined,
  })
  t.after(() => upstream.close())
  return upstream
}

function exchangeWith(own: Partial<ConnectExchange>): ConnectExchange {
  return {
    method: 'GET',
    base: '',
    rest: '/',
    rawHeaders: [],
    user: ANONYMOUS,
    auditId: undefined,
    clientAddress: undefined,
    body: undefined,
    upgrade: undefined,
    signal: new AbortController().signal,
    respondWhole: () => assert.fail('there is no whole response'),
    respond: () => assert.fail('there is no response'),
    abort: () => assert.fail('nothing has started'),
    switchProtocols: () => new PassThrough(),
    ...own,
  }
}

function through(upstream: DirectUpstream, own: Partial<Forwarding> = {}): Forwarding {
  const failed = ({ message }: Error) => serviceUnavailable(message)
  return { upstream, path: '/', headers: [], answer: () => [], failed, headMs: undefined, ...own }
}

describe('a forwarded request', { timeout: 30_000 }, () => {
  it('does not wait for a head that arrives byte by byte', async (t) => {
    const upstream = await upstreamTo(t, (socket) => {
      const timer = setInterval(() => socket.write('H'), 10)
      socket.on('close', () => clearInterval(timer))
      socket.write('HTTP/1.1 200 OK\r\n')
    })
    await assert.rejects(
      forward(exchangeWith({}), through(upstream, { headMs: 100 })),
      (error) => error instanceof ApiError && error.code === 503 && /in time/.test(error.message),
    )
  })

  it('leaves its connection to the next one as soon as it has the whole response', async (t) => {
    const sockets = new Set<Socket>()
    let second: Socket | undefined
    const upstream = await upstreamTo(t, (socket) => {
      sockets.add(socket)
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nha')
        setTimeout(() => socket.write('lf'), 50)
        socket.once('data', () => {
          second = socket
        })
      })
    })
    // This client never takes what it gets.
    const taken = new PassThrough()
    const slow = new Writable({ write: (part) => void taken.write(part) })
    const client = new AbortController()
    const isAborted = new Promise<void>((resolve) => {
      const exchange = exchangeWith({ signal: client.signal, respond: () => slow, abort: resolve })
      void forward(exchange, through(upstream))
    })
    await once(taken, 'data')
    await new Promise((resolve) => setTimeout(resolve, 200))
    const next = new Promise<string>((resolve, reject) => {
      const exchange = exchangeWith({ respondWhole: (_code, _headers, body) => resolve(String(body)) })
      forward(exchange, through(upstream)).catch(reject)
    })
    while (second === undefined) await new Promise((resolve) => setTimeout(resolve, 10))
    client.abort()
    await isAborted
    second.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody')
    assert.equal(await next, 'body')
    assert.equal(sockets.size, 1)
  })

  it('sends no header that is not valid in HTTP', async (t) => {
    const upstream = await upstreamTo(t, () => assert.fail('nothing is sent'))
    for (const header of [
      ['X-A', 'b\r\nX-C: d'],
      ['X-A: b\r\nX-C', 'd'],
      ['X-A', '\u{100}'],
    ] as const) {
      await assert.rejects(forward(exchangeWith({}), through(upstream, { headers: [header] })), ApiError)
    }
    await assert.rejects(forward(exchangeWith({}), through(upstream, { path: '/a b' })), ApiError)
  })
})
