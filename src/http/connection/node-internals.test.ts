import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import {
  type AddressInfo,
  connect,
  createServer as createNetServer,
  type Server,
  type Socket,
} from 'node:net'
import { Writable } from 'node:stream'
import { describe, it, type TestContext } from 'node:test'
import {
  allowHalfOpen,
  kernelQueueBytes,
  replaceDestroySoon,
  takeOver,
  writeSingly,
} from './node-internals.js'

const LAST = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

async function listen(t: TestContext, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}

function open(t: TestContext, port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  t.after(() => socket.destroy())
  return socket
}

describe(`Node ${process.version} has`, () => {
  it('writeQueueSize on the handle of a socket: the bytes that its client has not read', async (t) => {
    const server = createNetServer()
    const client = open(t, await listen(t, server))
    client.pause()
    const [socket] = (await once(server, 'connection')) as [Socket]
    t.after(() => socket.destroy())
    assert.equal(kernelQueueBytes(socket), 0)
    socket.write(Buffer.alloc(32 * 1024 * 1024))
    assert.ok(kernelQueueBytes(socket) > 1024 * 1024)
    socket.destroy()
    assert.equal(kernelQueueBytes(socket), 0)
  })

  it('_writev, which joins what waits in a stream, and streams that do without it', async () => {
    const written: string[] = []
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        written.push(String(chunk))
        setImmediate(done)
      },
      writev: (chunks, done) => {
        written.push(chunks.map(({ chunk }) => String(chunk)).join(''))
        done()
      },
    })
    for (const text of ['1', '2', '3']) stream.write(text)
    await new Promise((resolve) => stream.write('4', resolve))
    writeSingly(stream)
    for (const text of ['5', '6', '7']) stream.write(text)
    await new Promise((resolve) => stream.end('8', () => resolve(undefined)))
    assert.deepEqual(written, ['1', '234', '5', '6', '7', '8'])
  })

  it('an HTTP server that calls destroySoon after the last response', async (t) => {
    let calls = 0
    const server = createServer((request, response) => {
      const { socket } = request
      replaceDestroySoon(socket, () => {
        calls++
        socket.end()
      })
      response.end('bye')
    })
    const client = open(t, await listen(t, server))
    client.end(LAST)
    for await (const _chunk of client);
    assert.equal(calls, 1)
  })

  it('an HTTP server that serves half-closed clients, if httpAllowHalfOpen is set', async (t) => {
    const server = createServer((_request, response) => void setTimeout(() => response.end('late'), 20))
    allowHalfOpen(server)
    const client = open(t, await listen(t, server))
    client.end(LAST)
    let text = ''
    for await (const chunk of client) text += chunk
    assert.match(text, /late/)
  })

  for (const [event, server] of [
    ['connection', createServer()],
    ['secureConnection', createSecureServer()],
  ] as const) {
    it(`a server that serves what it hears of by '${event}'`, () => {
      assert.ok(server.listenerCount(event) > 0)
      takeOver(server, event)
      assert.equal(server.listenerCount(event), 0)
    })
  }

  it('an HTTP server that serves a connection that was taken over and handed back', async (t) => {
    const server = createServer((_request, response) => void response.end('served'))
    const serve = takeOver(server, 'connection')
    server.on('connection', (socket: Socket) => setImmediate(() => serve(socket)))
    const client = open(t, await listen(t, server))
    client.write(LAST)
    let text = ''
    for await (const chunk of client) text += chunk
    assert.match(text, /served/)
  })
})
