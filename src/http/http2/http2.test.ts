import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2'
import { describe, it, type TestContext } from 'node:test'
import type { ListenerOptions } from '#http/connection/listener.js'
import { EIGHT_PARTS_TIMEOUT_MS, hello, PART_PAUSE_MS } from '#http/connection/listener-support.fixture.js'
import { authority, startSecure } from '#http/connection/secure-support.fixture.js'
import { readBody } from '#http/request/body.js'
import {
  encodeHeaders,
  FLAG,
  FRAME,
  frame,
  INITIAL_WINDOW_SIZE,
  number32,
  RawHttp2,
  requestFrame,
} from '#test/support/raw-http2.js'

/** Enough for a handshake and the first request, on a busy machine too. */
const HANDSHAKE_MS = 1000
const LONG = Buffer.alloc(8 * 1024 * 1024, 'x')
const long: ListenerOptions['handler'] = (_request, response) =>
  void response.writeHead(200, { 'Content-Length': LONG.length }).end(LONG)
const echo: ListenerOptions['handler'] = async (request, response) => {
  response.end(await readBody(request, 1_000_000))
}

function client(t: TestContext, port: number): ClientHttp2Session {
  const session = connect(`https://127.0.0.1:${port}`, { ca: authority.cert })
  session.on('error', () => undefined)
  t.after(() => session.destroy())
  return session
}

interface ParsedResponse {
  readonly status: number
  readonly body: string
  readonly code: number | undefined
}

/** The response to a request, or the code with which its stream was reset. */
async function responseOf(stream: ClientHttp2Stream): Promise<ParsedResponse> {
  let status = 0
  let body = ''
  stream.on('response', (headers) => (status = Number(headers[':status'])))
  stream.on('data', (chunk) => (body += chunk))
  stream.on('error', () => undefined)
  if (!stream.closed) await once(stream, 'close').catch(() => undefined)
  return { status, body, code: stream.rstCode }
}

const isReset = (stream: number) => (one: { type: number; stream: number }) =>
  one.type === FRAME.reset && one.stream === stream

describe('HTTP/2', () => {
  it('serves many requests of a connection at the same time', async (t) => {
    const release: (() => void)[] = []
    const { port } = await startSecure(t, async (request, response) => {
      await new Promise<void>((resolve) => {
        release.push(resolve)
        if (release.length === 100) for (const go of release.reverse()) go()
      })
      response.end(request.url)
    })
    const session = client(t, port)
    const paths = Array.from({ length: 100 }, (_, index) => `/${index}`)
    const responses = await Promise.all(paths.map((path) => responseOf(session.request({ ':path': path }))))
    assert.deepEqual(
      responses.map(({ body }) => body),
      paths,
    )
  })

  it('reads bodies, and sends 100 Continue when the client waits for it', async (t) => {
    const { port } = await startSecure(t, echo)
    const session = client(t, port)
    const body = 'y'.repeat(500_000)
    const plain = session.request({ ':method': 'POST' })
    plain.end(body)
    assert.equal((await responseOf(plain)).body, body)
    const waiting = session.request({ ':method': 'POST', expect: '100-continue' })
    await once(waiting, 'continue')
    waiting.end(body)
    assert.equal((await responseOf(waiting)).body, body)
    const none = session.request({ ':method': 'POST' }, { endStream: true })
    assert.deepEqual(await responseOf(none), { status: 200, body: '', code: constants.NGHTTP2_NO_ERROR })
  })

  it('does not take a body that is cut for a complete one', async (t) => {
    const outcomes: string[] = []
    const { port } = await startSecure(t, async (request, response) => {
      const outcome = readBody(request, 1000).then(String, (error: Error) => error.name)
      response.once('close', () => void outcome.then((text) => outcomes.push(text)))
      if ((await outcome) === 'whole') response.end()
    })
    const cut = async (end: (raw: RawHttp2) => void) => {
      const raw = await RawHttp2.open(port)
      const part = frame(FRAME.data, FLAG.none, 1, Buffer.from('part'))
      raw.send(requestFrame(1, '/', { method: 'POST', flags: FLAG.endHeaders }), part)
      const pinged = frame(FRAME.ping, FLAG.none, 0, Buffer.alloc(8))
      raw.send(pinged)
      await raw.received(({ type }) => type === FRAME.ping)
      end(raw)
      await responseOf(client(t, port).request({ ':method': 'POST' }).end('whole'))
      raw.socket.destroy()
    }
    await cut((raw) => raw.send(frame(FRAME.reset, FLAG.none, 1, number32(constants.NGHTTP2_CANCEL))))
    await cut((raw) => raw.socket.destroy())
    while (outcomes.length < 4) await new Promise((resolve) => setTimeout(resolve, 10))
    assert.deepEqual(outcomes.sort(), ['RequestAborted', 'RequestAborted', 'whole', 'whole'])
  })

  it('serves HEAD without a body', async (t) => {
    const { port } = await startSecure(t, long)
    const { status, body } = await responseOf(client(t, port).request({ ':method': 'HEAD' }))
    assert.deepEqual([status, body], [200, ''])
  })

  it('sends long bodies whole', async (t) => {
    const { port } = await startSecure(t, long)
    const { status, body } = await responseOf(client(t, port).request({}))
    assert.equal(status, 200)
    assert.equal(body, LONG.toString())
  })

  it('rejects an oversized body with a Status, and serves other requests', async (t) => {
    const { port } = await startSecure(t, echo)
    const session = client(t, port)
    const large = session.request({ ':method': 'POST' })
    large.end(Buffer.alloc(2_000_000))
    assert.equal((await responseOf(large)).status, 413)
    const declared = session.request({
      ':method': 'POST',
      'content-length': 9_000_000,
      expect: '100-continue',
    })
    assert.equal((await responseOf(declared)).status, 413)
    const headers = await responseOf(session.request({ long: 'z'.repeat(20_000) }))
    assert.equal(headers.status, 431)
    assert.match(headers.body, /larger than the limit of 16384 bytes/)
    assert.equal((await responseOf(session.request({}, { endStream: true }))).status, 200)
  })

  it('rejects requests that HTTP/1.1 would reject', async (t) => {
    const { port } = await startSecure(t, hello)
    const session = client(t, port)
    const codeOf = async (headers: Record<string, string>) =>
      (await responseOf(session.request(headers))).status
    assert.equal(await codeOf({ ':method': 'CONNECT', ':authority': 'a:1' }), 405)
    assert.equal(await codeOf({ ':authority': 'localhost', host: 'elsewhere' }), 400)
    assert.equal(await codeOf({ ':authority': 'a:b' }), 400)
    assert.equal(await codeOf({ 'sec-fetch-site': 'cross-site' }), 403)
    assert.equal(await codeOf({}), 200)
  })

  it('aborts a response that fails, so that it does not look complete', async (t) => {
    const { port, logged } = await startSecure(t, async (_request, response) => {
      response.writeHead(200, {}).write('part')
      await new Promise((resolve) => setTimeout(resolve, 10))
      throw new Error('broken')
    })
    const { code } = await responseOf(client(t, port).request({}))
    assert.equal(code, constants.NGHTTP2_INTERNAL_ERROR)
    assert.deepEqual(logged, ['a request failed'])
  })
})

describe('a client of HTTP/2 that takes its time', () => {
  it('gets a Status when the body does not arrive, and may go on', async (t) => {
    const { port } = await startSecure(t, echo, {
      headersTimeoutMs: HANDSHAKE_MS,
      requestTimeoutMs: HANDSHAKE_MS,
    })
    const session = client(t, port)
    const slow = session.request({ ':method': 'POST' })
    slow.write('beginning')
    const { status, body } = await responseOf(slow)
    assert.equal(status, 408)
    assert.match(body, /did not arrive in time/)
    assert.equal((await responseOf(session.request({}, { endStream: true }))).status, 200)
  })

  it('loses a connection on which no request comes, or none any more', async (t) => {
    const { port } = await startSecure(t, hello, { headersTimeoutMs: HANDSHAKE_MS, keepAliveTimeoutMs: 100 })
    const silent = await RawHttp2.open(port)
    await silent.closed
    const session = client(t, port)
    assert.equal((await responseOf(session.request({}))).status, 200)
    await once(session, 'close')
  })

  it('keeps a connection on which a response is still to come', async (t) => {
    const { port } = await startSecure(
      t,
      async (_request, response) => {
        await new Promise((resolve) => setTimeout(resolve, 2 * HANDSHAKE_MS))
        response.end('late')
      },
      { headersTimeoutMs: HANDSHAKE_MS, keepAliveTimeoutMs: 50 },
    )
    assert.equal((await responseOf(client(t, port).request({}))).body, 'late')
  })

  it('loses only the stream whose window it does not open', async (t) => {
    const { port, cut } = await startSecure(
      t,
      (request, response, channel) =>
        request.url === '/short' ? hello(request, response, channel) : long(request, response, channel),
      { sendTimeoutMs: 100 },
    )
    const raw = await RawHttp2.open(port, [[INITIAL_WINDOW_SIZE, 0]])
    t.after(() => raw.socket.destroy())
    raw.send(requestFrame(1, '/long'))
    const [reset] = await raw.received(isReset(1))
    assert.equal(reset?.payload.readUInt32BE(), constants.NGHTTP2_INTERNAL_ERROR)
    assert.deepEqual(cut, ['timeout'])
    raw.send(requestFrame(3, '/short'), frame(FRAME.windowUpdate, FLAG.none, 3, number32(1000)))
    const isBody = (one: { type: number; stream: number }) => one.type === FRAME.data && one.stream === 3
    assert.equal(String((await raw.received(isBody))[0]?.payload), 'hello')
  })

  it('is waited for as long as it takes a little now and then', async (t) => {
    const { port, cut } = await startSecure(t, long, { sendTimeoutMs: EIGHT_PARTS_TIMEOUT_MS })
    const raw = await RawHttp2.open(port, [[INITIAL_WINDOW_SIZE, 0]])
    t.after(() => raw.socket.destroy())
    raw.send(requestFrame(1, '/'))
    const bytes = () =>
      raw.frames
        .filter(({ type }) => type === FRAME.data)
        .reduce((sum, { payload }) => sum + payload.length, 0)
    for (let part = 1; part <= 8; part++) {
      const more = number32(200_000)
      raw.send(frame(FRAME.windowUpdate, FLAG.none, 1, more), frame(FRAME.windowUpdate, FLAG.none, 0, more))
      await raw.received(() => bytes() >= 200_000 * part)
      await new Promise((resolve) => setTimeout(resolve, PART_PAUSE_MS))
    }
    assert.equal(bytes(), 1_600_000)
    assert.deepEqual(cut, [])
  })

  it('loses its connection when it reads nothing of it at all', async (t) => {
    const { port } = await startSecure(t, long, { sendTimeoutMs: 100 })
    const raw = await RawHttp2.open(port, [[INITIAL_WINDOW_SIZE, 0x7fff_ffff]])
    raw.send(frame(FRAME.windowUpdate, FLAG.none, 0, number32(0x7000_0000)))
    raw.socket.pause()
    for (let stream = 1; stream < 40; stream += 2) raw.send(requestFrame(stream, '/'))
    // Only by writing does a client that does not read learn of it.
    const beat = setInterval(() => raw.send(frame(FRAME.ping, FLAG.none, 0, Buffer.alloc(8))), 20)
    t.after(() => clearInterval(beat))
    await raw.closed
  })

  it('is cut off with the others for whom the most waits, when that is too much for all together', async (t) => {
    const { port, cut, listener } = await startSecure(t, long, { maxUnsentBytes: 3 * LONG.length })
    const raw = await RawHttp2.open(port, [[INITIAL_WINDOW_SIZE, 0]])
    t.after(() => raw.socket.destroy())
    for (let stream = 1; stream < 20; stream += 2) raw.send(requestFrame(stream, '/'))
    await raw.received(({ type }) => type === FRAME.reset, 7)
    assert.deepEqual(new Set(cut), new Set(['budget']))
    assert.ok(listener.unsentBytes <= 3 * LONG.length, String(listener.unsentBytes))
  })
})

describe('an HTTP/2 client with too many requests', () => {
  it('is refused further streams of a connection, and gets responses to the others', async (t) => {
    const { port } = await startSecure(t, () => undefined, { maxStreamsPerConnection: 10 })
    const raw = await RawHttp2.open(port)
    t.after(() => raw.socket.destroy())
    for (let stream = 1; stream < 41; stream += 2) raw.send(requestFrame(stream, '/'))
    const resets = await raw.received(({ type }) => type === FRAME.reset || type === FRAME.goAway, 10)
    assert.ok(resets.length >= 10 || raw.socket.closed)
  })

  it('is refused streams above the limit of all clients', async (t) => {
    const { port } = await startSecure(t, () => undefined, { maxStreams: 15 })
    const sessions = [client(t, port), client(t, port)]
    const streams = sessions.flatMap((session) => Array.from({ length: 10 }, () => session.request({})))
    const codes: number[] = []
    await new Promise<void>((resolve) => {
      for (const stream of streams) {
        stream.on('error', () => undefined)
        stream.on('close', () => codes.push(stream.rstCode ?? 0) === 5 && resolve())
      }
    })
    assert.deepEqual(codes, Array(5).fill(constants.NGHTTP2_REFUSED_STREAM))
  })

  it('loses its connection when it opens and resets streams without end', async (t) => {
    let handled = 0
    const { port } = await startSecure(t, () => void handled++)
    const raw = await RawHttp2.open(port)
    let stream = 1
    const resetCode = number32(constants.NGHTTP2_CANCEL)
    const hundred = () =>
      Buffer.concat(
        Array.from({ length: 100 }, () => {
          const frames = [requestFrame(stream, '/'), frame(FRAME.reset, FLAG.none, stream, resetCode)]
          stream += 2
          return Buffer.concat(frames)
        }),
      )
    while (await raw.sendAll(hundred())) if (stream > 200_000) break
    await raw.closed
    assert.ok(stream <= 200_000, 'the connection was not ended')
    assert.ok(handled < 5000, `${handled} requests were handled`)
  })

  for (const [what, flood] of [
    ['settings', frame(FRAME.settings, FLAG.none, 0)],
    ['pings', frame(FRAME.ping, FLAG.none, 0, Buffer.alloc(8))],
  ] as const) {
    it(`loses its connection when it sends ${what} and does not read that they are acknowledged`, async (t) => {
      const { port } = await startSecure(t, hello, { sendTimeoutMs: 200 })
      const raw = await RawHttp2.open(port)
      raw.socket.pause()
      const many = Buffer.concat(Array.from({ length: 5000 }, () => flood))
      let rounds = 0
      while (await raw.sendAll(many)) if (++rounds > 2000) break
      await raw.closed
      assert.ok(rounds <= 2000, 'the connection was not ended')
    })
  }

  it('loses its connection when its headers have no end', async (t) => {
    const { port } = await startSecure(t, hello)
    const raw = await RawHttp2.open(port)
    raw.send(requestFrame(1, '/', { flags: FLAG.none }))
    const more = frame(FRAME.continuation, FLAG.none, 1, encodeHeaders({ more: 'm'.repeat(1000) }))
    let rounds = 0
    while (await raw.sendAll(more)) if (++rounds > 10_000) break
    await raw.closed
    assert.ok(rounds <= 10_000, 'the connection was not ended')
  })
})

describe('a listener that is closed', () => {
  it('lets responses of HTTP/2 finish and takes no new requests', async (t) => {
    const underWay: (() => void)[] = []
    const { port, listener } = await startSecure(t, async (_request, response) => {
      await new Promise<void>((resolve) => underWay.push(resolve))
      response.end('finished')
    })
    const [busy, idle] = [client(t, port), client(t, port)]
    const response = responseOf(busy.request({}))
    await once(idle, 'remoteSettings')
    while (underWay.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    const ended = Promise.all([once(idle, 'close'), once(busy, 'goaway')])
    const closed = listener.close(10_000)
    await ended
    for (const finish of underWay) finish()
    assert.equal((await response).body, 'finished')
    await closed
  })

  it('ends responses of HTTP/2 that take longer than their grace', async (t) => {
    let begin: () => void = () => undefined
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const { port, listener } = await startSecure(t, () => begin())
    const response = responseOf(client(t, port).request({}))
    await begun
    await listener.close(20)
    assert.equal((await response).status, 0)
  })
})
