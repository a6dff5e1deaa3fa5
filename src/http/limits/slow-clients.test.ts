import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import type { ListenerOptions } from '#http/connection/listener.js'
import {
  EIGHT_PARTS_TIMEOUT_MS,
  open,
  readAll,
  start,
  takeInParts,
} from '#http/connection/listener-support.fixture.js'
import { defaultLimits, type ListenerLimits } from './listener-limits.js'

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
/** More than the kernel takes for a client that does not read. */
const LONG = Buffer.alloc(32 * 1024 * 1024, 'x')
const long: ListenerOptions['handler'] = (_request, response) => void response.end(LONG)

async function server(t: TestContext, limits: Partial<ListenerLimits>, handler = long) {
  const cut: string[] = []
  const { port, listener } = await start(t, handler, {
    limits: { ...defaultLimits, inspectionMs: 10, ...limits },
    onCut: (reason) => cut.push(reason),
  })
  return { port, listener, cut }
}

/** A client that sends requests and never reads. */
async function silent(port: number): Promise<Socket> {
  const socket = await open(port, GET)
  socket.on('error', () => undefined)
  socket.pause()
  return socket
}

describe('a client that does not take its response', () => {
  it('is cut off when it takes nothing for a while', async (t) => {
    const { port, cut } = await server(t, { sendTimeoutMs: 50 })
    const socket = await silent(port)
    await until(() => cut.length === 1)
    assert.deepEqual(cut, ['timeout'])
    assert.ok((await readSize(socket)) < LONG.length)
  })

  it('is waited for as long as it takes a little now and then', async (t) => {
    const { port, cut } = await server(t, { sendTimeoutMs: EIGHT_PARTS_TIMEOUT_MS })
    const socket = await silent(port)
    const taken = await takeInParts(socket, LONG.length)
    assert.ok(taken > LONG.length, String(taken))
    assert.deepEqual(cut, [])
    socket.destroy()
  })

  it('is cut off with the others for whom the most waits, when that is too much for all together', async (t) => {
    let served = 0
    const { port, cut, listener } = await server(
      t,
      { maxUnsentBytes: 3 * LONG.length },
      (_request, response) => {
        served++
        response.end(LONG)
      },
    )
    const clients = await Promise.all(Array.from({ length: 6 }, () => silent(port)))
    await until(() => served === 6 && cut.length > 0 && listener.unsentBytes <= 3 * LONG.length)
    assert.ok(cut.length >= 2 && cut.length <= 4, String(cut.length))
    assert.ok(cut.every((reason) => reason === 'budget'))
    const responses = await Promise.all(clients.map((client) => readSize(client)))
    assert.equal(responses.filter((size) => size > LONG.length).length, 6 - cut.length)
  })

  it('does not disturb others', async (t) => {
    const { port, cut } = await server(
      t,
      { maxUnsentBytes: LONG.length, sendTimeoutMs: 50 },
      (request, response) => void response.end(request.url === '/' ? LONG : 'hello'),
    )
    const quick = await open(port, '')
    const slow = await Promise.all(Array.from({ length: 4 }, () => silent(port)))
    for (let round = 0; round < 20; round++) {
      quick.write('GET /quick HTTP/1.1\r\nHost: a\r\n\r\n')
      const [response] = await once(quick, 'data')
      assert.match(String(response), /hello$/)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await until(() => cut.length === slow.length)
    quick.destroy()
  })

  it('is waited for while nothing waits for it, however long the response takes', async (t) => {
    const { port, cut } = await server(t, { sendTimeoutMs: 20 }, async (_request, response) => {
      response.writeHead(200, {}).write('hel')
      await new Promise((resolve) => setTimeout(resolve, 200))
      response.end('lo')
    })
    const socket = await open(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    assert.match(await readAll(socket), /hel[\s\S]*lo/)
    assert.deepEqual(cut, [])
  })

  it('is cut off later for a stream, whose bytes count once for all clients', async (t) => {
    const frame = [Buffer.alloc(8 * 1024 * 1024, 'x')]
    const { port, cut, listener } = await server(
      t,
      { sendTimeoutMs: 20, streamSendTimeoutMs: 300, maxUnsentBytes: 20 * 1024 * 1024 },
      (_request, response, connection) => {
        response.flushHeaders()
        connection.beginStream()
        connection.budget.frames.chunks.of(frame).writeTo(connection.socket)
      },
    )
    await Promise.all(Array.from({ length: 10 }, () => silent(port)))
    await until(() => listener.unsentBytes > 0)
    const { unsentBytes } = listener
    assert.ok(unsentBytes > 8 * 1024 * 1024 && unsentBytes < 9 * 1024 * 1024, String(unsentBytes))
    await until(() => cut.length === 10)
    assert.ok(cut.every((reason) => reason === 'timeout'))
    await until(() => listener.unsentBytes === 0)
  })
})

it('closes connections that lie idle for too long', async (t) => {
  const { port } = await server(
    t,
    { keepAliveTimeoutMs: 30, checkIntervalMs: 10 },
    (_request, response) => void response.end('hello'),
  )
  assert.match(await readAll(await open(port, GET)), /hello$/)
})

async function readSize(socket: Socket): Promise<number> {
  let size = 0
  try {
    for await (const chunk of socket) {
      size += chunk.length
      if (size > LONG.length) break
    }
  } catch {
    // It was cut off.
  }
  return size
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; tries < 2000 && !isTrue(); tries++)
    await new Promise((resolve) => setTimeout(resolve, 5))
  assert.ok(isTrue(), 'it did not come about')
}
