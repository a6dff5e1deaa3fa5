import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, it } from 'node:test'
import { silentLogger } from '#observe/logger.js'
import { createListener } from './listener.js'
import { hello, open, readAll, sendError, sendRaw, start } from './listener-support.fixture.js'

describe('closing a listener', () => {
  const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

  it('closes idle connections at once', async (t) => {
    const { listener, port } = await start(t, hello)
    const fresh = await open(port, '')
    const used = await open(port, get)
    await once(used, 'data')
    const ended = Promise.all([once(fresh.resume(), 'close'), once(used.resume(), 'close')])
    await listener.close(60_000)
    await ended
    await assert.rejects(open(port, get), { code: 'ECONNREFUSED' })
  })

  it('finishes pending requests, and announces the end of the connection', async (t) => {
    const requests = new EventEmitter()
    const { listener, port } = await start(t, (_request, response) => void requests.emit('request', response))
    const handled = once(requests, 'request')
    const text = sendRaw(port, get)
    const [response] = (await handled) as [ServerResponse]
    const closed = listener.close(60_000)
    response.end('hello')
    assert.match(await text, /Connection: close\r\n[\s\S]*hello$/)
    await closed
  })

  it('serves requests that have arrived but were not read yet, and announces the end of their connections', async (t) => {
    let closed: Promise<void> | undefined
    const { listener, port } = await start(t, (request, response) => {
      if (request.url === '/close') closed = listener.close(60_000)
      response.end('hello')
    })
    const sockets = await Promise.all(Array.from({ length: 8 }, () => open(port, get)))
    await Promise.all(sockets.map((socket) => once(socket, 'data')))
    // All of them are written before the server, which is in this process, has a turn to read.
    for (const [index, socket] of sockets.entries())
      socket.write(index === 0 ? get.replace('/', '/close') : get)
    for (const text of await Promise.all(sockets.map(readAll))) {
      assert.match(text, /^HTTP\/1.1 200 OK\r\n[\s\S]*Connection: close\r\n[\s\S]*hello$/)
    }
    await closed
  })

  it('ends connections after a response that had already begun', async (t) => {
    const requests = new EventEmitter()
    const { listener, port } = await start(t, (_request, response) => {
      response.writeHead(200, {}).write('hel')
      requests.emit('request', response)
    })
    const handled = once(requests, 'request')
    const text = sendRaw(port, get)
    const [response] = (await handled) as [ServerResponse]
    const closed = listener.close(60_000)
    response.end('lo')
    assert.match(await text, /hel[\s\S]*lo\r\n0\r\n\r\n$/)
    await closed
  })

  it('sends a complete response in full before it closes', async (t) => {
    const big = Buffer.alloc(20_000_000, 'x')
    const { listener, port } = await start(t, (_request, response) => {
      response.end(big)
    })
    const socket = await open(port, get)
    await once(socket, 'readable')
    const closed = listener.close(60_000)
    assert.ok((await readAll(socket)).length > big.length)
    await closed
  })

  it('destroys the remaining connections after the grace period', async (t) => {
    const requests = new EventEmitter()
    const { listener, port } = await start(t, () => void requests.emit('request'))
    const handled = once(requests, 'request')
    const socket = await open(port, get)
    socket.on('error', () => undefined)
    const ended = once(socket.resume(), 'close')
    await handled
    const closed = listener.close(60_000)
    await listener.close(10)
    await Promise.all([closed, ended])
  })

  it('can be called twice, and before listening', async (t) => {
    const { listener } = await start(t, hello)
    await Promise.all([listener.close(10), listener.close(10)])
    await createListener({ handler: hello, sendError, logger: silentLogger }).close(10)
  })
})
