import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it, type TestContext } from 'node:test'
import { connect } from 'node:tls'
import type { Channel } from '#http/connection/channel.js'
import { readAll, sendRaw, start } from '#http/connection/listener-support.fixture.js'
import { authority, startSecure } from '#http/connection/secure-support.fixture.js'
import type { HttpRequest, HttpResponse } from '#http/request/exchange.js'
import { internalError } from '#meta/api-error.js'
import { type StreamObserver, WatchStream } from './watch-stream.js'

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

const observer: StreamObserver = {
  sent: () => undefined,
  queued: () => undefined,
  cutOff: () => undefined,
  explain: () => internalError(),
}

const frames = (...texts: readonly string[]) => texts.map((text) => Buffer.from(text))

/** Serves a stream, and records each write to its socket. */
function serving(use: (stream: WatchStream) => void | Promise<void>, writes: string[]) {
  return async (_request: HttpRequest, response: HttpResponse, channel: Channel) => {
    response.writeHead(200, { Connection: 'close' })
    response.flushHeaders()
    const stream = new WatchStream(response, channel, observer)
    const { socket } = channel
    const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
    socket.write = (...args: unknown[]) => {
      writes.push(String(args[0]))
      return write(...args)
    }
    await use(stream)
    stream.end()
  }
}

async function overTls(t: TestContext, handler: ReturnType<typeof serving>): Promise<string> {
  const { port } = await startSecure(t, handler)
  const socket = connect({ port, host: '127.0.0.1', ca: authority.cert })
  await once(socket, 'secureConnect')
  socket.write(GET)
  return readAll(socket)
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('the frames of a watch', () => {
  const inTwoTurns = async (stream: WatchStream) => {
    stream.send(frames('one\n'))
    stream.send(frames('two\n', 'three\n'))
    await nextTurn()
    await nextTurn()
    stream.send(frames('four\n'))
  }

  for (const [title, get] of [
    [
      'plain',
      async (t: TestContext, handler: ReturnType<typeof serving>) =>
        sendRaw((await start(t, handler)).port, GET),
    ],
    ['over TLS', overTls],
  ] as const) {
    it(`are one write for each turn of the event loop, ${title}`, async (t) => {
      const writes: string[] = []
      const text = await get(t, serving(inTwoTurns, writes))
      assert.deepEqual(writes.slice(0, 2), ['e\r\none\ntwo\nthree\n\r\n', '5\r\nfour\n\r\n'])
      assert.ok(text.endsWith('e\r\none\ntwo\nthree\n\r\n5\r\nfour\n\r\n0\r\n\r\n'), text)
    })
  }

  it('are the same bytes for all watchers that get the same frames', async (t) => {
    const shared = frames('one\n', 'two\n')
    const buffers = new Set<unknown>()
    const { port } = await start(t, async (_request, response, channel) => {
      response.writeHead(200, { Connection: 'close' })
      response.flushHeaders()
      const stream = new WatchStream(response, channel, observer)
      const { socket } = channel
      const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
      socket.write = (...args: unknown[]) => {
        if (String(args[0]).includes('one')) buffers.add(args[0])
        return write(...args)
      }
      for (const frame of shared) stream.send([frame])
      stream.end()
    })
    await Promise.all([sendRaw(port, GET), sendRaw(port, GET), sendRaw(port, GET)])
    assert.equal(buffers.size, 1)
  })

  it('are written at once when they are many bytes', async (t) => {
    const writes: string[] = []
    const long = 'x'.repeat(70_000)
    let atOnce = 0
    const text = await sendRaw(
      (
        await start(
          t,
          serving((stream) => {
            stream.send(frames('one\n'))
            stream.send(frames(long))
            atOnce = writes.length
          }, writes),
        )
      ).port,
      GET,
    )
    assert.equal(atOnce, 1)
    assert.ok(text.includes(`one\n${long}`))
  })
})
