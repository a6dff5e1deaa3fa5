import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { LOCAL_HOSTS, newAuthority } from '#test/support/certificates/authority.js'
import { loopDelay, loopUnwatchable, WATCH_LOOP } from '#test/support/measure/loop-watch.js'
import { isWithinLimit } from '#test/support/measure/processor-time.js'
import {
  FLAG,
  FRAME,
  frame,
  INITIAL_WINDOW_SIZE,
  number32,
  RawHttp2,
  requestFrame,
} from '#test/support/raw-http2.js'
import { ServerProcess } from '#test/support/servers/server-process.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'

/**
 * Maximum time, in milliseconds of processor time, that many clients may hold the main thread without yielding. Node opens
 * all streams that arrived since the last turn of the event loop in one turn, which we cannot divide.
 */
const MAX_WITHOUT_YIELD_MS = 250
/** Maximum memory of the process, in MiB. */
const MEMORY_LIMIT = 700
const OBJECTS = '/api/v1/namespaces/stock/configmaps'
const MEBIBYTE = 1024 * 1024
const CANCEL = 8

const authority = newAuthority()

describe('no HTTP/2 client blocks other clients', { skip: loopUnwatchable }, () => {
  let server: ServerProcess
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let reader: ClientHttp2Session
  let port: number

  before(async () => {
    folder = await temporaryFolder()
    const file = join(folder.path, 'server.pem')
    const { cert, key } = authority.issueServer(LOCAL_HOSTS)
    await writeFile(file, cert + key)
    server = await ServerProcess.start(
      ['--storage', 'memory', '--tls-cert-file', file, '--tls-key-file', file],
      WATCH_LOOP,
    )
    port = Number(new URL(server.url).port)
    reader = connect(server.url, { ca: authority.cert })
    for (let index = 0; index < 100; index++) {
      const body = { metadata: { name: `o${index}` }, data: { text: 'x'.repeat(50_000) } }
      const stream = reader.request({
        ':method': 'POST',
        ':path': OBJECTS,
        'content-type': 'application/json',
      })
      stream.end(JSON.stringify(body))
      assert.equal(await statusOf(stream), 201)
    }
  })
  after(async () => {
    reader.close()
    await server.stop()
    await folder.remove()
  })

  /** Attacks the server while other clients read, and asserts that they are served within the limits. */
  function attack(name: string, work: () => Promise<unknown>): void {
    test(name, { timeout: 120_000 }, async (context) => {
      await loopDelay(server)
      let isOver = false
      let gets = 0
      const reading = (async () => {
        while (!isOver) {
          assert.equal(await statusOf(reader.request({ ':path': `${OBJECTS}/o${gets % 100}` })), 200)
          gets++
          await rest(5)
        }
      })()
      await work().finally(() => (isOver = true))
      await reading
      const { busiest, total } = await loopDelay(server)
      const memory =
        Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024
      const figures = `${busiest.toFixed(0)} ms without yielding, ${total.toFixed(0)} ms in all, ${memory.toFixed(0)} MiB, ${gets} gets`
      context.diagnostic(figures)
      assert.ok(server.isRunning, 'the server still runs')
      assert.ok(gets > 0, 'other clients were served')
      assert.ok(isWithinLimit(busiest, MAX_WITHOUT_YIELD_MS), figures)
      assert.ok(memory <= MEMORY_LIMIT, figures)
    })
  }

  /**
   * Ends connections one after the other, each after the server has noticed the end of the last: it reads the next request
   * later. The streams of connections that end together are closed in one turn of the event loop.
   */
  async function endEach(connections: readonly { destroy(): unknown }[]): Promise<void> {
    for (const connection of connections) {
      connection.destroy()
      assert.equal(await statusOf(reader.request({ ':path': '/livez' })), 200)
    }
  }

  const openMany = (count: number, settings: readonly (readonly [number, number])[] = []) =>
    Promise.all(Array.from({ length: count }, () => RawHttp2.open(port, settings)))

  for (const [what, one] of [
    ['settings', frame(FRAME.settings, FLAG.none, 0)],
    ['pings', frame(FRAME.ping, FLAG.none, 0, Buffer.alloc(8))],
    ['window updates', frame(FRAME.windowUpdate, FLAG.none, 0, number32(1))],
  ] as const) {
    attack(`8 clients that send ${what} without end`, async () => {
      const clients = await openMany(8)
      const many = Buffer.concat(Array.from({ length: 5000 }, () => one))
      await Promise.all(
        clients.map(async (client) => {
          for (let round = 0; round < 40; round++) if (!(await client.sendAll(many))) break
          client.socket.destroy()
        }),
      )
    })
  }

  attack('4 clients that open and reset streams without end', async () => {
    const clients = await openMany(4)
    await Promise.all(
      clients.map(async (client) => {
        for (let stream = 1; stream < 100_000; stream += 200) {
          if (!(await client.sendAll(resetStreams(stream, 100)))) break
        }
        await client.closed
      }),
    )
  })

  attack('a client that opens 10,000 streams on one connection', async () => {
    const [client] = await openMany(1)
    for (let stream = 1; stream < 20_000; stream += 200) {
      const frames = Array.from({ length: 100 }, (_, index) =>
        requestFrame(stream + 2 * index, `${OBJECTS}?watch=true`),
      )
      if (!(await client?.sendAll(Buffer.concat(frames)))) break
    }
    await rest(500)
    client?.socket.destroy()
  })

  attack('20 clients with 200 lists each whose windows stay closed', async () => {
    const clients = await openMany(20, [[INITIAL_WINDOW_SIZE, 0]])
    for (const client of clients) {
      for (let stream = 1; stream < 400; stream += 2) client.send(requestFrame(stream, OBJECTS))
    }
    await rest(2000)
    await endEach(clients.map(({ socket }) => socket))
  })

  attack('20 clients with 50 lists in YAML each that never read', async () => {
    const headers = { accept: 'application/yaml' }
    const clients = await openMany(20, [[INITIAL_WINDOW_SIZE, 0x7fff_ffff]])
    for (const client of clients) {
      client.socket.pause()
      client.send(frame(FRAME.windowUpdate, FLAG.none, 0, number32(0x7000_0000)))
      for (let stream = 1; stream < 100; stream += 2) client.send(requestFrame(stream, OBJECTS, { headers }))
    }
    await rest(2000)
    await endEach(clients.map(({ socket }) => socket))
  })

  attack('100 requests whose bodies come byte by byte', async () => {
    const [client] = await openMany(1)
    const streams = Array.from({ length: 100 }, (_, index) => 1 + 2 * index)
    const headers = { 'content-type': 'application/json' }
    for (const stream of streams) {
      client?.send(requestFrame(stream, OBJECTS, { method: 'POST', headers, flags: FLAG.endHeaders }))
    }
    const bytes = Buffer.concat(streams.map((stream) => frame(FRAME.data, FLAG.none, stream, Buffer.of(32))))
    for (let round = 0; round < 500; round++) if (!(await client?.sendAll(bytes))) break
    client?.socket.destroy()
  })

  attack('50 bodies of a mebibyte each on one connection', async () => {
    const body = Buffer.alloc(MEBIBYTE, '[')
    // Data that waits to be sent counts towards the memory of the client, too.
    const session = connect(server.url, { ca: authority.cert, maxSessionMemory: 100 })
    const responses = Array.from({ length: 50 }, () => {
      const stream = session.request({
        ':method': 'POST',
        ':path': OBJECTS,
        'content-type': 'application/json',
      })
      stream.end(body)
      return statusOf(stream)
    })
    for (const status of await Promise.all(responses))
      assert.ok(status === 400 || status === 429, String(status))
    session.close()
  })

  attack('headers that a few bytes repeat very often', async () => {
    const [client] = await openMany(1)
    // One header is stored in the HPACK table and then referenced by one byte, again and again.
    const large = Buffer.concat([
      Buffer.of(0x40, 1),
      Buffer.from('a'),
      Buffer.of(127, 0xa1, 0x1e),
      Buffer.alloc(4000, 'b'),
    ])
    const first = requestFrame(1, '/livez').subarray(9)
    client?.send(frame(FRAME.headers, FLAG.endHeaders | FLAG.endStream, 1, Buffer.concat([first, large])))
    for (let stream = 3; stream < 200; stream += 2) {
      const repeated = Buffer.concat([first, Buffer.alloc(15_000, 0x80 | 62)])
      const flags = FLAG.endHeaders | FLAG.endStream
      if (!(await client?.sendAll(frame(FRAME.headers, flags, stream, repeated)))) break
    }
    await rest(200)
    client?.socket.destroy()
  })

  attack('10,000 watches on 40 connections, which all get their events', async () => {
    const sessions: ClientHttp2Session[] = []
    const watches: ClientHttp2Stream[] = []
    // One after the other, because the server closes idle connections.
    for (let index = 0; index < 40; index++) {
      const session = connect(server.url, { ca: authority.cert })
      sessions.push(session)
      const path = `${OBJECTS}?watch=true&fieldSelector=metadata.name%3Devent`
      const opened = Array.from({ length: 250 }, () => session.request({ ':path': path }))
      await Promise.all(opened.map((watch) => once(watch, 'response')))
      watches.push(...opened)
    }
    const events = watches.map((watch) => once(watch, 'data'))
    const created = reader.request({
      ':method': 'POST',
      ':path': OBJECTS,
      'content-type': 'application/json',
    })
    created.end(JSON.stringify({ metadata: { name: 'event' } }))
    assert.equal(await statusOf(created), 201)
    await Promise.all(events)
    await endEach(sessions)
  })
})

const rest = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function statusOf(stream: ClientHttp2Stream): Promise<number> {
  stream.resume()
  const [headers] = await once(stream, 'response')
  if (!stream.closed) await once(stream, 'close')
  return Number(headers[':status'])
}

/** Frames that open and reset streams, starting with this stream id. */
function resetStreams(first: number, count: number): Buffer {
  return Buffer.concat(
    Array.from({ length: count }, (_, index) => {
      const stream = first + 2 * index
      return Buffer.concat([
        requestFrame(stream, OBJECTS),
        frame(FRAME.reset, FLAG.none, stream, number32(CANCEL)),
      ])
    }),
  )
}
