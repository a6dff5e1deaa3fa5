import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { defaultLimits } from '#http/limits/listener-limits.js'
import { readBody } from '#http/request/body.js'
import { badRequest } from '#meta/api-error.js'
import { silentLogger } from '#observe/logger.js'
import { ListenError } from './listen-error.js'
import { createListener, type ListenerOptions } from './listener.js'
import { hello, open, parseResponse, readAll, sendError, sendRaw, start } from './listener-support.fixture.js'

describe('a listener', () => {
  it('serves requests', async (t) => {
    const { port } = await start(t, hello)
    const text = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    assert.match(text, /^HTTP\/1\.1 200 OK\r\n/)
    assert.match(text, /hello/)
  })

  it('serves many requests on one connection', async (t) => {
    const { port } = await start(t, (request, response) => {
      response.end(request.url)
    })
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n`
    const text = await sendRaw(port, `${get('/1')}\r\n${get('/2')}\r\n${get('/3')}Connection: close\r\n\r\n`)
    assert.deepEqual(text.match(/\/[123]$|\/[123](?=HTTP)/gm), ['/1', '/2', '/3'])
  })

  it('serves many clients at once that end their side with the request', async (t) => {
    const { port } = await start(t, hello)
    const ask = async () => {
      const socket = connect(port, '127.0.0.1')
      socket.end('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
      return readAll(socket)
    }
    for (let round = 0; round < 5; round++) {
      for (const text of await Promise.all(Array.from({ length: 60 }, ask))) assert.match(text, /hello/)
    }
  })

  it('says in one line why it cannot listen', async (t) => {
    const { port } = await start(t, hello)
    const listener = createListener({ handler: hello, sendError, logger: silentLogger })
    const rejection = async (host: string, port: number) => {
      const error = await listener.listen(host, port).then(
        () => assert.fail('listens'),
        (error: unknown) => error,
      )
      assert.ok(error instanceof ListenError)
      return error.message
    }
    assert.equal(await rejection('127.0.0.1', port), `port ${port} on 127.0.0.1 is already in use`)
    assert.equal(await rejection('192.0.2.1', 0), '192.0.2.1 is not an address of this machine')
    assert.match(
      await rejection('no-such-host.invalid', 0),
      /^the host no-such-host\.invalid (is not known|cannot be resolved now)$/,
    )
    assert.equal(await rejection('127.0.0.1', 70_000), '70000 is not a port number')
    await listener.listen('127.0.0.1', 0)
    await listener.close(0)
  })
})

describe('a request that cannot be taken', () => {
  it('gets a Status when it is not HTTP', async (t) => {
    const { port } = await start(t, hello)
    for (const text of [
      'rubbish\r\n\r\n',
      'GET / HTTP/1.1\r\nbad header\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
    ]) {
      const { code, head, status } = parseResponse(await sendRaw(port, text))
      assert.equal(code, 400)
      assert.match(head, /^HTTP\/1\.1 400 Bad Request\r\n/)
      assert.match(head, /Content-Type: application\/json/)
      assert.match(head, /Connection: close/)
      assert.equal(status.kind, 'Status')
      assert.equal(status.reason, 'BadRequest')
      assert.match(String(status.message), /^the request is not HTTP: /)
    }
  })

  it('gets the reason, even while it still sends', async (t) => {
    const { port } = await start(t, hello)
    const socket = await open(port, 'GET / HTTP/1.1\r\nHost: a\r\nX: ')
    socket.on('error', () => undefined)
    const sending = setInterval(() => socket.write('x'.repeat(10_000)), 2)
    await new Promise((resolve) => setTimeout(resolve, 100))
    assert.equal(parseResponse(await readAll(socket)).code, 431)
    clearInterval(sending)
  })

  it('is rejected when its length is said twice or in no number', async (t) => {
    const { port } = await start(t, hello)
    for (const headers of [
      'Content-Length: 1\r\nContent-Length: 2',
      'Content-Length: -1',
      'Content-Length: 1\r\nTransfer-Encoding: chunked',
    ]) {
      const { code } = parseResponse(await sendRaw(port, `POST / HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\nx`))
      assert.equal(code, 400, headers)
    }
  })

  it('is rejected when its headers are too large', async (t) => {
    const { port } = await start(t, hello)
    const text = `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`
    const { code, status } = parseResponse(await sendRaw(port, text))
    assert.equal(code, 431)
    assert.equal(status.reason, 'RequestHeaderFieldsTooLarge')
    assert.equal(status.message, 'the headers of the request are larger than the limit of 16384 bytes')
  })

  it('is rejected when it does not arrive in time, whether by its headers or by its body', async (t) => {
    let aborted: Promise<void> | undefined
    const handler: ListenerOptions['handler'] = (request) => {
      aborted = readBody(request, 1000).then(() => assert.fail('was read'))
      return aborted
    }
    // That of the body leaves enough time for the headers, on a busy machine too.
    for (const [text, timeouts] of [
      ['', { headersTimeoutMs: 50 }],
      ['GET / HTTP/1.1\r\nHo', { headersTimeoutMs: 50 }],
      [
        'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab',
        { headersTimeoutMs: 1000, requestTimeoutMs: 1000 },
      ],
    ] as const) {
      const limits = { ...defaultLimits, checkIntervalMs: 20, ...timeouts }
      const { port, logged } = await start(t, handler, { limits })
      const { code, status } = parseResponse(await sendRaw(port, text))
      assert.equal(code, 408)
      assert.equal(status.message, 'the request did not arrive in time')
      assert.deepEqual(logged, [])
    }
    await assert.rejects(aborted as Promise<void>, { name: 'RequestAborted' })
  })

  it('is rejected when it has no Host header, unless it is of HTTP/1.0', async (t) => {
    const { port } = await start(t, hello)
    const { code, status } = parseResponse(await sendRaw(port, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'))
    assert.equal(code, 400)
    assert.equal(status.message, 'the request has no Host header')
    assert.match(await sendRaw(port, 'GET / HTTP/1.0\r\n\r\n'), /hello/)
  })

  it('is rejected if it is a CONNECT', async (t) => {
    const { port } = await start(t, hello)
    const { code } = parseResponse(await sendRaw(port, 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n'))
    assert.equal(code, 405)
  })

  it('does not spoil the response to the one before it', async (t) => {
    const { port } = await start(t, async (_request, response) => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      response.end('hello')
    })
    const text = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\nrubbish\r\n\r\nmore rubbish')
    assert.match(text, /^HTTP\/1\.1 200 OK\r\n/)
    assert.match(text, /hello($|HTTP\/1\.1 400 )/)
  })

  it('is rejected when its body is not properly chunked', async (t) => {
    const { port, logged } = await start(t, (request) =>
      readBody(request, 1000).then(() => assert.fail('was read')),
    )
    const text = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'
    assert.equal((await sendRaw(port, text)).split(' ')[1], '400')
    assert.deepEqual(logged, [])
  })
})

describe('an expectation', () => {
  const post = (port: number, headers: string) =>
    open(port, `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n\r\n`)

  it('to go on with a body is met', async (t) => {
    const { port } = await start(t, async (request, response) => {
      response.end(await readBody(request, 1000))
    })
    const socket = await post(port, 'Content-Length: 5\r\nExpect: 100-continue')
    const [first] = await once(socket, 'data')
    assert.equal(String(first), 'HTTP/1.1 100 Continue\r\n\r\n')
    socket.write('hello')
    assert.match(await readAll(socket), /^HTTP\/1\.1 200 OK\r\n[\s\S]*hello/)
  })

  it('to go on with a body that is too long is rejected before it is sent', async (t) => {
    const { port } = await start(t, () => assert.fail('was handled'))
    const text = await readAll(await post(port, 'Content-Length: 99999999\r\nExpect: 100-continue'))
    assert.match(text, /^HTTP\/1\.1 413 /)
    assert.match(text, /RequestEntityTooLarge/)
  })

  it('of another kind is rejected', async (t) => {
    const { port } = await start(t, () => assert.fail('was handled'))
    const text = await readAll(await post(port, 'Content-Length: 1\r\nExpect: miracles'))
    assert.match(text, /^HTTP\/1\.1 400 /)
    assert.match(text, /miracles/)
  })
})

describe('a handler that fails', () => {
  it('is logged once and returns 500, whether it throws or rejects', async (t) => {
    const { port, logged } = await start(t, (request) => {
      if (request.url === '/throws') throw new Error('secret')
      return Promise.reject(new Error('secret'))
    })
    for (const path of ['/throws', '/rejects']) {
      const text = await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
      assert.match(text, /^HTTP\/1\.1 500 /)
      assert.doesNotMatch(text, /secret/)
    }
    assert.deepEqual(logged, ['a request failed', 'a request failed'])
  })

  it('returns the ApiError that it threw', async (t) => {
    const { port } = await start(t, () => {
      throw badRequest('not like this')
    })
    const text = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    assert.match(text, /^HTTP\/1\.1 400 [\s\S]*not like this/)
  })

  it('aborts a response that has begun, so that it does not look complete', async (t) => {
    const { port, logged } = await start(t, async (_request, response) => {
      response.writeHead(200, {}).write('part')
      await new Promise((resolve) => setImmediate(resolve))
      throw new Error('broken')
    })
    const socket = await open(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    const text = await readAll(socket).catch(() => '')
    assert.doesNotMatch(text, /\r\n0\r\n\r\n$/)
    assert.deepEqual(logged, ['a request failed'])
  })

  it('costs no more than its connection when sending the error fails too', async (t) => {
    const { port, logged } = await start(
      t,
      () => {
        throw new Error('first')
      },
      {
        sendError: () => {
          throw new Error('second')
        },
      },
    )
    assert.equal(await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n').catch(() => ''), '')
    assert.deepEqual(logged, ['a request failed', 'sending an error response failed'])
  })
})

it('serves clients that keep connections open', async (t) => {
  const { port } = await start(t, hello)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  for (let n = 0; n < 3; n++) {
    const request = httpRequest({ port, agent }).end()
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    assert.equal(response.statusCode, 200)
    assert.equal(request.reusedSocket, n > 0)
    await once(response.resume(), 'end')
  }
})
