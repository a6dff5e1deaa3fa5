import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientHttp2Session, connect } from 'node:http2'
import { text } from 'node:stream/consumers'
import { describe, it, type TestContext } from 'node:test'
import { createServer } from '#index.js'
import { ManualClock } from '#testing.js'
import { Client } from '../support/client.js'
import { RawClient, requestText } from '../support/raw-client.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const MAPS = '/api/v1/namespaces/default/configmaps'
const DELAY_MS = 30_000
const GET = requestText(`GET ${MAPS} HTTP/1.1`)

/** A server whose delay passes when the test says so. */
async function startDelayed(t: TestContext, options: Parameters<typeof createServer>[0] = {}) {
  const clock = new ManualClock()
  const server = await createServer({
    storage: 'memory',
    port: 0,
    logLevel: 'silent',
    shutdownDelayMs: DELAY_MS,
    clock,
    ...options,
  })
  const stop = () => {
    const closed = server.close()
    return { closed, passDelay: () => clock.advance(DELAY_MS) }
  }
  t.after(async () => {
    const { closed, passDelay } = stop()
    passDelay()
    await closed
  })
  return { server, client: new Client(server.url), raw: new RawClient(server.url), stop }
}

describe('a server that stops after a delay', () => {
  it('is not ready, and alive, and serves all requests', async (t) => {
    const { server, client, stop } = await startDelayed(t)
    const ready = await client.get('/readyz?verbose')
    assert.match(ready.text, /^\[\+\]shutdown ok$/m)
    const { closed, passDelay } = stop()
    const { status, text } = await client.get('/readyz')
    assert.equal(status, 500)
    assert.match(text, /^\[-\]shutdown failed: reason withheld$/m)
    assert.match(text, /\nreadyz check failed\n$/)
    const check = await client.get('/readyz/shutdown')
    assert.deepEqual([check.status, check.text], [500, 'internal server error: process is shutting down\n'])
    assert.equal((await client.get('/readyz?exclude=shutdown')).status, 200)
    for (const path of ['/livez', '/healthz']) assert.equal((await client.get(path)).status, 200)
    assert.equal((await client.get('/livez/shutdown')).status, 404)
    assert.equal((await client.post(MAPS, { metadata: { name: 'late' } })).status, 201)
    assert.equal((await client.watch(`${MAPS}?watch=true&resourceVersion=0`, 1)).length, 1)
    passDelay()
    await closed
    await assert.rejects(fetch(server.url))
  })

  it('asks clients of HTTP/1.1 to open new connections', async (t) => {
    const { raw, stop } = await startDelayed(t)
    const socket = await raw.open(GET)
    assert.doesNotMatch(String(await once(socket, 'data')), /connection: close/i)
    const { closed, passDelay } = stop()
    const ended = once(socket, 'end')
    socket.write(GET)
    const [response] = await once(socket, 'data')
    assert.match(String(response), /^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close\r\n/i)
    await ended
    socket.destroy()
    assert.match(await raw.ask(GET), /^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close\r\n/i)
    // The same for requests that the usual parser does not take.
    const unusual = requestText(`GET ${MAPS} HTTP/1.1`, 'Expect: 100-continue')
    assert.match(await raw.ask(unusual), /HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close\r\n/i)
    passDelay()
    await closed
  })

  it('sends clients of HTTP/2 a GOAWAY, and finishes their requests and watches', async (t) => {
    const folder = await temporaryFolder()
    t.after(() => folder.remove())
    const tokens = [{ token: 'admin', user: 'admin', groups: ['system:masters'] }]
    const { server, stop } = await startDelayed(t, {
      dataDir: folder.path,
      tls: { selfSigned: true },
      authentication: { tokens },
    })
    const open = () => {
      const session = connect(server.url, { rejectUnauthorized: false })
      t.after(() => session.destroy())
      return session
    }
    const send = (session: ClientHttp2Session, path: string, body?: string) => {
      const method = body === undefined ? 'GET' : 'POST'
      const headers = { ':method': method, ':path': path, authorization: 'Bearer admin' }
      const stream = session.request({ ...headers, 'content-type': 'application/json' })
      stream.end(body)
      return stream
    }
    const first = open()
    const watch = send(first, `${MAPS}?watch=true`)
    await once(watch, 'response')
    const goaway = once(first, 'goaway')
    const { closed, passDelay } = stop()
    const [code] = await goaway
    assert.equal(code, 0)
    const second = open()
    const created = send(second, MAPS, JSON.stringify({ metadata: { name: 'late' } }))
    const [headers] = await once(created, 'response')
    assert.equal(headers[':status'], 201)
    created.resume()
    const ended = text(watch)
    const lastGoaway = once(second, 'goaway')
    passDelay()
    assert.equal(JSON.parse(await ended).object.metadata.name, 'late')
    await lastGoaway
    await closed
  })

  it('ends watches cleanly when the delay is over, and finishes requests', async (t) => {
    const { client, raw, stop } = await startDelayed(t)
    const watch = await client.open(`${MAPS}?watch=true`)
    const body = JSON.stringify({ metadata: { name: 'slow' } })
    const head = requestText(
      `POST ${MAPS} HTTP/1.1`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    )
    // Its body comes when the server has stopped listening.
    const pending = await raw.open(head + body.slice(0, 5))
    const { closed, passDelay } = stop()
    await client.post(MAPS, { metadata: { name: 'late' } })
    passDelay()
    const events = (await watch.text()).trimEnd().split('\n')
    assert.equal(events.length, 1)
    assert.equal(JSON.parse(events[0] ?? '').object.metadata.name, 'late')
    await assert.rejects(raw.open(GET), { code: 'ECONNREFUSED' })
    pending.write(body.slice(5))
    const [response] = await once(pending, 'data')
    assert.match(String(response), /^HTTP\/1\.1 201 Created\r\n[\s\S]*connection: close\r\n/i)
    await closed
    pending.destroy()
  })
})

describe('a server that stops', () => {
  it('answers requests that have arrived on idle connections, and resets none', async (t) => {
    const server = await createServer({ storage: 'memory', port: 0, logLevel: 'silent' })
    t.after(() => server.close())
    const raw = new RawClient(server.url)
    const sockets = await Promise.all(Array.from({ length: 20 }, () => raw.open(GET)))
    await Promise.all(sockets.map((socket) => once(socket, 'data')))
    const errors: Error[] = []
    const texts = sockets.map(async (socket, index) => {
      socket.on('error', (error) => errors.push(error))
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      await once(socket, 'end')
      socket.destroy()
      return index % 2 === 0 || /^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close\r\n/i.test(text)
    })
    for (const [index, socket] of sockets.entries()) if (index % 2 === 1) socket.write(GET)
    await server.close()
    assert.deepEqual(await Promise.all(texts), Array(20).fill(true))
    assert.deepEqual(errors, [])
  })
})
