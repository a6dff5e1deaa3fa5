import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { PassThrough } from 'node:stream'
import { it } from 'node:test'
import { ApiError, serviceUnavailable } from '#meta/api-error.js'
import { ANONYMOUS } from '#meta/user.js'
import { DirectUpstream } from '#proxy/direct-upstream.js'
import type { ConnectExchange } from '#registry/subresources/connect.js'
import { forward } from './forward.js'

const failed = ({ message }: Error) => serviceUnavailable(message)

it('a head that arrives byte by byte is not waited for', async (t) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    const timer = setInterval(() => socket.write('H'), 10)
    socket.on('close', () => clearInterval(timer))
    socket.write('HTTP/1.1 200 OK\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const none = {
    ca: undefined,
    token: undefined,
    certificate: undefined,
    key: undefined,
    serverName: undefined,
  }
  const upstream = new DirectUpstream({ server: url, ...none })
  t.after(() => upstream.close())
  const exchange: ConnectExchange = {
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
    respondWhole: () => assert.fail('there is no response'),
    respond: () => assert.fail('there is no response'),
    abort: () => assert.fail('nothing has started'),
    switchProtocols: () => new PassThrough(),
  }
  await assert.rejects(
    forward(exchange, { upstream, path: '/', headers: [], answer: () => [], failed, headMs: 100 }),
    (error) => error instanceof ApiError && error.code === 503 && /in time/.test(error.message),
  )
})
