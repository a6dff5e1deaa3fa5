import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { controlFrame, dataHead, FRAME } from './frames.js'
import { SpdySession, type SpdyStream } from './session.js'

async function sockets(t: TestContext): Promise<readonly [client: Socket, server: Socket]> {
  const listener = createServer()
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const client = connect((listener.address() as AddressInfo).port, '127.0.0.1')
  const [server] = (await once(listener, 'connection')) as [Socket]
  listener.close()
  t.after(() => {
    client.destroy()
    server.destroy()
  })
  return [client, server]
}

const textOf = async (stream: SpdyStream) => {
  let text = ''
  for await (const chunk of stream) text += chunk
  return text
}

describe('a SPDY session', { timeout: 60_000 }, () => {
  it('carries streams with headers in both directions', async (t) => {
    const [left, right] = await sockets(t)
    const server = new SpdySession(right, {
      isClient: false,
      onStream: (stream) => {
        stream.write(`${stream.header('port')}:`)
        stream.pipe(stream)
      },
    })
    const client = new SpdySession(left, { isClient: true })
    const streams = await Promise.all(['80', '443'].map((port) => client.open({ Port: port })))
    for (const stream of streams) stream.end('z'.repeat(100_000))
    const texts = await Promise.all(streams.map(textOf))
    assert.deepEqual(
      texts.map((text) => [text.slice(0, 4), text.length]),
      [
        ['80:z', 100_003],
        ['443:', 100_004],
      ],
    )
    client.close()
    await Promise.all([client.closed, server.closed])
  })

  it('does not read on while a stream is full', async (t) => {
    const [left, right] = await sockets(t)
    const opened = new Promise<SpdyStream>((resolve) => {
      new SpdySession(right, { isClient: false, onStream: resolve })
    })
    const client = new SpdySession(left, { isClient: true })
    const stream = await client.open({})
    const size = 64 * 1024 * 1024
    const part = Buffer.alloc(1024 * 1024)
    const sent = (async () => {
      for (let left = size; left > 0; left -= part.length) {
        if (!stream.write(part)) await once(stream, 'drain')
      }
      stream.end()
    })()
    const other = await opened
    while (right.readableLength === 0) await new Promise((resolve) => setImmediate(resolve))
    assert.ok(other.readableLength < 1024 * 1024, `${other.readableLength} bytes are held`)
    let received = 0
    for await (const chunk of other) received += (chunk as Buffer).length
    await sent
    assert.equal(received, size)
  })

  it('lets what has arrived be read after a reset and a close', async (t) => {
    const [left, right] = await sockets(t)
    new SpdySession(right, {
      isClient: false,
      onStream: (stream) =>
        stream.write('last words', () => right.end(controlFrame(FRAME.rstStream, 0, 1, 5))),
    })
    const client = new SpdySession(left, { isClient: true })
    const stream = await client.open({})
    await client.closed
    assert.equal(await textOf(stream), 'last words')
  })

  it('refuses streams that nobody takes', async (t) => {
    const [left, right] = await sockets(t)
    new SpdySession(right, { isClient: false })
    await assert.rejects(new SpdySession(left, { isClient: true }).open({}), /refused/)
  })

  it('closes after bytes that are not SPDY', async (t) => {
    for (const bytes of [
      Buffer.from('GET / HTTP/1.1\r\n\r\n'.padStart(40, '\xff'), 'latin1'),
      controlFrame(FRAME.synStream, 0, Buffer.alloc(3)),
      controlFrame(FRAME.synStream, 0, 1, 0, Buffer.alloc(2), Buffer.from('no zlib')),
      controlFrame(FRAME.synStream, 0, 2, 0, Buffer.alloc(2), Buffer.alloc(0)),
      controlFrame(FRAME.synStream, 0, Buffer.alloc(100_000)),
    ]) {
      const [left, right] = await sockets(t)
      const session = new SpdySession(right, { isClient: false, onStream: () => undefined })
      left.on('error', () => undefined).write(bytes)
      await session.closed
    }
    const [left, right] = await sockets(t)
    const session = new SpdySession(right, { isClient: false, onStream: () => assert.fail('no stream') })
    left.write(Buffer.concat([dataHead(7, 3), Buffer.from('abc'), controlFrame(FRAME.ping, 0, 1)]))
    const [pong] = (await once(left, 'data')) as [Buffer]
    assert.ok(pong.equals(controlFrame(FRAME.ping, 0, 1)))
    session.destroy()
  })
})
