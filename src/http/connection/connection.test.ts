import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { readBody } from '#http/request/body.js'
import { hello, open, readAll, sendRaw, start } from './listener-support.fixture.js'

const get = (path: string, ...headers: readonly string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: a', ...headers, '', ''].join('\r\n')

/** Waits for something that other connections bring about. */
async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; tries < 2000 && !isTrue(); tries++)
    await new Promise((resolve) => setTimeout(resolve, 1))
  assert.ok(isTrue(), 'it did not come about')
}

describe('requests that are sent without waiting for responses', () => {
  it('are served one after the other, in order', async (t) => {
    let underWay = 0
    const order: string[] = []
    const { port } = await start(t, async (request, response) => {
      assert.equal(++underWay, 1)
      order.push(request.url ?? '')
      await new Promise((resolve) => setTimeout(resolve, order.length % 3))
      underWay--
      response.end(request.url)
    })
    const paths = Array.from({ length: 20 }, (_, index) => `/${index}`)
    const text = await sendRaw(
      port,
      paths.map((path) => get(path)).join('') + get('/last', 'Connection: close'),
    )
    assert.deepEqual(order, [...paths, '/last'])
    assert.equal(text.split('HTTP/1.1 200').length, 22)
    assert.ok(text.endsWith('/last'))
  })

  it('are all served, however many they are, and are not read faster than that', async (t) => {
    const { port } = await start(t, hello)
    const count = 6000
    const socket = await open(port, get('/').repeat(count))
    let responses = 0
    for await (const chunk of socket) {
      responses += String(chunk).split('hello').length - 1
      if (responses === count) break
    }
    assert.equal(responses, count)
  })

  it('are not read further while a response is pending', async (t) => {
    const transports: Socket[] = []
    const { port } = await start(t, (_request, _response, { transport }) => void transports.push(transport))
    const socket = await open(port, '')
    let sent = 0
    const one = get('/').repeat(1000)
    // Until neither the server nor the kernel takes any more.
    for (let silent = 0; silent < 20 && sent < 100 * 1024 * 1024; ) {
      const isTaken = socket.writableLength === 0
      if (isTaken) sent += one.length
      if (isTaken) socket.write(one)
      silent = isTaken ? 0 : silent + 1
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    const ours = transports[0] as Socket
    assert.equal(transports.length, 1)
    // A socket that is paused still reads until its own buffer is full.
    assert.ok(ours.bytesRead <= 256 * 1024, `${ours.bytesRead} bytes were read`)
    socket.destroy()
  })

  it('are served with their bodies', async (t) => {
    const { port } = await start(t, async (request, response) => {
      response.end(await readBody(request, 1_000_000))
    })
    const body = 'x'.repeat(300_000)
    const post = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const text = await sendRaw(port, get('/') + post.repeat(5) + get('/', 'Connection: close'))
    assert.equal(text.split('HTTP/1.1 200').length, 8)
    assert.equal(text.split(body).length, 6)
  })

  it('get a 100 Continue only when the requests before them are served', async (t) => {
    const { port } = await start(t, async (request, response) => {
      response.end(`got ${await readBody(request, 1000)}`)
    })
    const expecting =
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n'
    const text = await sendRaw(port, `${get('/')}${expecting}x`)
    assert.match(
      text,
      /^HTTP\/1\.1 200 [\s\S]*got HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 [\s\S]*got x$/,
    )
  })
})

describe('a client that ends its side after its request', () => {
  /** Sends a string, half-closes, and reads to the end. */
  const ask = async (port: number, text: string) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.end(text)
    const response = await readAll(socket)
    await once(socket, 'close')
    return response
  }
  const late = (milliseconds = 20) => new Promise((resolve) => setTimeout(resolve, milliseconds))

  for (const version of ['1.0', '1.1']) {
    it(`is served however long that takes, by HTTP/${version}`, async (t) => {
      const body = 'y'.repeat(3_000_000)
      const { port } = await start(t, async (request, response) => {
        const sent = await readBody(request, 1000)
        await late()
        response.end(`${sent}${body}`)
      })
      const text = await ask(port, `POST / HTTP/${version}\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello`)
      assert.match(text, /^HTTP\/1\.1 200 /)
      assert.ok(text.endsWith(`hello${body}`))
    })
  }

  it('is served to all of its requests', async (t) => {
    const { port } = await start(t, async (request, response) => {
      await late(5)
      response.end(request.url)
    })
    const text = await ask(port, get('/1') + get('/2') + get('/3'))
    assert.deepEqual(text.match(/\/[123](?=HTTP|$)/g), ['/1', '/2', '/3'])
  })

  it('gets a 400 when it has ended too early', async (t) => {
    const { port, logged } = await start(t, async (request, response) => {
      response.end(await readBody(request, 1000))
    })
    assert.match(
      await ask(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhe'),
      /^HTTP\/1\.1 400 /,
    )
    assert.match(await ask(port, 'GET / HTTP/1.1\r\nHo'), /^HTTP\/1\.1 400 /)
    assert.equal(await ask(port, ''), '')
    assert.deepEqual(logged, [])
  })

  it('leaves no connection behind', async (t) => {
    const sockets = new Set<{ destroyed: boolean }>()
    const { port } = await start(t, async (request, response) => {
      sockets.add(request.socket)
      await late(1)
      response.end('hello')
    })
    await Promise.all(Array.from({ length: 50 }, () => ask(port, get('/'))))
    await until(() => [...sockets].every(({ destroyed }) => destroyed))
    assert.equal(sockets.size, 50)
  })
})
